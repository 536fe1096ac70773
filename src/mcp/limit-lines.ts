import { Transform, type TransformCallback } from 'node:stream';

/** Both ends of a line that was too long, enough to find the id of its request. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

/** How much of both ends of a long line is kept, in bytes. */
const keptBytes = 1024;

/** Who hears of lines. */
export interface LineListener {
  /** Called when a line of more bytes than the limit has ended. */
  onLongLine(line: LongLine): void;
  /** Whether a line is passed on. */
  accepts(line: Buffer): boolean;
}

/** Passes lines on whole, those that are accepted; of a line of more than `limit` bytes nothing is passed on. */
export function limitLines(limit: number, { onLongLine, accepts }: LineListener): Transform {
  let pieces: Buffer[] = [];
  let size = 0;
  let head: Buffer | undefined;
  const append = (piece: Buffer): void => {
    size += piece.length;
    pieces.push(piece);
    if (size <= limit) return;
    const line = Buffer.concat(pieces);
    head ??= Buffer.from(line.subarray(0, keptBytes));
    pieces = [Buffer.from(line.subarray(-keptBytes))];
  };
  const end = (pass: (line: Buffer) => void): void => {
    const line = Buffer.concat(pieces);
    if (head === undefined) {
      if (accepts(line)) pass(line);
    } else onLongLine({ head: head.toString(), tail: line.toString() });
    pieces = [];
    size = 0;
    head = undefined;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      let from = 0;
      for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, from)) {
        append(chunk.subarray(from, newline + 1));
        end((line) => this.push(line));
        from = newline + 1;
      }
      if (from < chunk.length) append(chunk.subarray(from));
      done();
    },
  });
}
