import {
  afterMarkers,
  type CommentTag,
  type Label,
  nameBeforeFullWidthColon,
  readPrefix,
  readTag,
} from './comment-tag.ts';
import type {
  DiscussionOptions,
  Discussions,
  InlineThread,
  OrphanReply,
  SuspectLine,
} from './discussion.ts';
import { type IsLeadIn, leadInRule } from './lead-ins.ts';
import { isOpaque, kindOf, startFlag } from './scan/leaf.ts';
import type { ScannedLines } from './scan/scan-lines.ts';
import { lazyQuote } from './scan/scanner.ts';
import { displayName, speakerKey } from './speaker.ts';
import { type CommentStart, ThreadBuilder } from './thread-builder.ts';

const alert = /^\[![\w-]+\]/;

/** A parsed line of a block quote. */
interface QuoteLine {
  readonly line: number;
  readonly depth: number;
  /** Offset of its content. */
  readonly position: number;
  readonly end: number;
  /** Offset of the first marker. */
  readonly marker: number;
}

/** Collects discussions from the lines of a document, passed to it in order. Lines count from 0 here. */
export class DiscussionReader {
  readonly #scan: ScannedLines;
  readonly #options: DiscussionOptions;
  readonly #isLeadIn: IsLeadIn;
  readonly #names = new Map<string, { readonly display: string; readonly key: string }>();
  readonly #labels = new Map<string, Label>();
  readonly #all: InlineThread[] = [];
  readonly #orphans: OrphanReply[] = [];
  readonly #suspects: SuspectLine[] = [];
  #threads = 0;
  /** The number of the container of the last quote. */
  #container = 0;
  #thread: ThreadBuilder | undefined;
  /** Whether a blank line came after the open thread's last line. */
  #gap = false;
  /** The last line of the last block that is no discussion; −1 before the first. */
  #anchor = -1;

  constructor(scan: ScannedLines, options: DiscussionOptions) {
    this.#scan = scan;
    this.#options = options;
    this.#isLeadIn = leadInRule(options.speakers);
  }

  readBlankLine(): void {
    this.#gap = true;
    this.#thread?.addBlank();
  }

  /** Text outside of block quotes, up to `lastLine`; `isAnchor`: a discussion below it would be about it. */
  readText(lastLine: number, isAnchor: boolean): void {
    this.#endThread();
    if (isAnchor) this.#anchor = lastLine;
  }

  /** An outermost block quote; `end` is exclusive, `container` the number of what it stands in. */
  readQuote(start: number, end: number, container: number): void {
    if (container !== this.#container) this.#endThread();
    this.#container = container;
    if (this.#isAlert(start, end)) {
      this.#reportAlertComment(start, end);
      this.readText(end - 1, true);
      return;
    }
    for (let line = start; line < end; line++) this.#readQuoteLine(line);
  }

  finish(): Discussions {
    this.#endThread();
    const { text, bounds } = this.#scan;
    return {
      text,
      scan: this.#scan,
      options: this.#options,
      totalLines: bounds.count,
      all: this.#all,
      threads: this.#all.filter((thread) => !thread.leadIn),
      orphans: this.#orphans,
      suspects: this.#suspects,
    };
  }

  #isAlert(start: number, end: number): boolean {
    for (let line = start; line < end; line++) {
      const { depth, position, end: lineEnd } = this.#quoteLine(line);
      if (position < lineEnd) {
        return (
          depth === 1 &&
          alert.test(this.#scan.text.slice(position, Math.min(lineEnd, position + 40)))
        );
      }
    }
    return false;
  }

  #reportAlertComment(start: number, end: number): void {
    for (let line = start; line < end; line++) {
      const { position, end: lineEnd, depth } = this.#quoteLine(line);
      if (depth === 0 || isOpaque(kindOf(this.#scan.kinds[line]))) continue;
      if (readTag({ text: this.#scan.text, position, end: lineEnd })) {
        this.#suspects.push({ kind: 'comment-in-alert', line: line + 1 });
        return;
      }
    }
  }

  #quoteLine(line: number): QuoteLine {
    const { text, bounds, quoteStarts } = this.#scan;
    const marker = quoteStarts[line] ?? lazyQuote;
    const end = bounds.end[line] ?? 0;
    const begin = bounds.begin[line] ?? 0;
    if (marker < 0) return { line, depth: 0, position: begin, end, marker: begin };
    const { depth, position } = readPrefix({ text, position: marker, end });
    return { line, depth, position, end, marker };
  }

  #readQuoteLine(line: number): void {
    const quoteLine = this.#quoteLine(line);
    const { position, end, depth, marker } = quoteLine;
    if (depth > 0 && this.#thread !== undefined && this.#isOnMarkerLine(line, marker)) {
      this.#endThread();
    }
    if (depth > 0 && position >= end) {
      if (this.#gap) this.#thread?.addBlank();
      else this.#thread?.addSeparator(line + 1);
      return;
    }
    const { text, kinds } = this.#scan;
    const isOpaqueLine = isOpaque(kindOf(kinds[line]));
    const tag =
      isOpaqueLine || depth === 0 ? undefined : readTag({ text, position, end }, this.#labels);
    if (tag !== undefined) {
      this.#addComment(quoteLine, tag);
      return;
    }
    if (!isOpaqueLine) this.#reportFullWidthColon(quoteLine);
    this.#addText(quoteLine);
  }

  #reportFullWidthColon({ line, depth, position, end }: QuoteLine): void {
    const name = nameBeforeFullWidthColon({ text: this.#scan.text, position, end });
    if (depth === 0 || name === undefined) return;
    if (depth === 1 && this.#isLeadIn(this.#name(name).key)) return;
    this.#suspects.push({ kind: 'full-width-colon', line: line + 1 });
  }

  #isOnMarkerLine(line: number, marker: number): boolean {
    const begin = this.#scan.bounds.begin[line] ?? 0;
    return marker > begin && this.#scan.text.slice(begin, marker).trim() !== '';
  }

  #addComment({ line, depth, marker, end }: QuoteLine, tag: CommentTag): void {
    const { display: speaker, key } = this.#name(tag.name);
    const textStart = depth === 1 ? tag.textStart : tag.replyTextStart;
    const text = this.#scan.text.slice(textStart, end);
    const start: CommentStart = {
      line: line + 1,
      depth,
      speaker,
      speakerKey: key,
      markers: tag.markers,
      start: marker,
      tagStart: tag.position,
      textStart,
      text,
    };
    if (depth === 1) {
      this.#endThread();
      const onMarkerLine = this.#isOnMarkerLine(line, marker);
      this.#thread = new ThreadBuilder(start, { anchorLine: this.#anchor + 1, onMarkerLine });
    } else if (this.#thread === undefined) {
      this.#orphans.push({ line: line + 1, depth, speaker, text: text.trim() });
      this.#anchor = line;
    } else {
      this.#thread.addComment(start);
    }
    this.#gap = false;
  }

  #name(written: string): { readonly display: string; readonly key: string } {
    let name = this.#names.get(written);
    if (name === undefined) {
      name = { display: displayName(written), key: speakerKey(written) };
      this.#names.set(written, name);
    }
    return name;
  }

  /** A line of a quote without a tag: it continues a comment, or is an ordinary quote. */
  #addText({ line, depth, marker, position, end }: QuoteLine): void {
    if (this.#thread !== undefined && this.#gap && depth <= 1) this.#endThread();
    const thread = this.#thread;
    if (thread === undefined) {
      this.#anchor = line;
      return;
    }
    const { text, kinds } = this.#scan;
    const startsBlock = this.#gap || ((kinds[line] ?? 0) & startFlag) !== 0;
    const comment = thread.commentFor(depth, startsBlock);
    const from =
      depth >= comment.depth
        ? afterMarkers({ text, position: marker, end }, comment.depth)
        : skipWhiteSpace(text, position, end);
    thread.addText(comment, { line: line + 1, text: text.slice(from, end) });
    this.#gap = false;
  }

  #endThread(): void {
    const draft = this.#thread;
    this.#thread = undefined;
    this.#gap = false;
    if (draft === undefined) return;
    const leadIn = draft.isLone && this.#isLeadIn(draft.root.speakerKey);
    if (leadIn) this.#anchor = draft.lastTextLine - 1;
    else this.#threads++;
    this.#all.push(draft.finish(leadIn ? undefined : this.#threads));
  }
}

function skipWhiteSpace(text: string, position: number, end: number): number {
  let offset = position;
  while (offset < end && /\s/.test(text.charAt(offset))) offset++;
  return offset;
}
