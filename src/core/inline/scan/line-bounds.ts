/**
 * Offsets at which the lines of a text begin and end, without line ends. Only LF, CRLF and CR end a line. Lines count
 * from 0.
 */
export interface LineBounds {
  /** Line ends, plus one if the last line is not empty. */
  readonly count: number;
  readonly begin: Int32Array;
  readonly end: Int32Array;
}

const lineEnd = /\r\n?|\n/g;

/** Returns the bounds of the lines of a text. */
export function boundLines(text: string): LineBounds {
  const table = new GrowingTable(text.length);
  let from = 0;
  if (!text.includes('\r')) {
    for (let position = text.indexOf('\n'); position !== -1; position = text.indexOf('\n', from)) {
      table.add(from, position);
      from = position + 1;
    }
  } else {
    lineEnd.lastIndex = 0;
    for (let mark = lineEnd.exec(text); mark; mark = lineEnd.exec(text)) {
      table.add(from, mark.index);
      from = lineEnd.lastIndex;
    }
  }
  if (from < text.length) table.add(from, text.length);
  return table;
}

class GrowingTable implements LineBounds {
  count = 0;
  begin: Int32Array;
  end: Int32Array;

  constructor(length: number) {
    const guess = Math.max(16, length >>> 4);
    this.begin = new Int32Array(guess);
    this.end = new Int32Array(guess);
  }

  add(begin: number, end: number): void {
    if (this.count === this.begin.length) this.#grow();
    this.begin[this.count] = begin;
    this.end[this.count] = end;
    this.count++;
  }

  #grow(): void {
    const { begin, end } = this;
    this.begin = new Int32Array(begin.length * 2);
    this.end = new Int32Array(end.length * 2);
    this.begin.set(begin);
    this.end.set(end);
  }
}
