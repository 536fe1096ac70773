import {
  behindMarkers,
  type CommentTag,
  type Label,
  nameBeforeFullWidthColon,
  readPrefix,
  readTag,
} from './comment-tag.ts';
import type {
  DiscussionOptions,
  Discussions,
  OrphanReply,
  SuspectLine,
  Thread,
} from './discussion.ts';
import { type IsLeadIn, leadInRule } from './lead-ins.ts';
import { isOpaque, kindOf, starts } from './scan/leaf.ts';
import type { ScannedLines } from './scan/scan-lines.ts';
import { lazyQuote } from './scan/scanner.ts';
import { shownName, speakerKey } from './speaker.ts';
import { type CommentStart, ThreadDraft } from './thread-draft.ts';

const alert = /^\[![\w-]+\]/;

/** A line of a block quote as the reader sees it. */
interface QuoteLine {
  readonly line: number;
  readonly depth: number;
  /** Where its content begins. */
  readonly at: number;
  readonly end: number;
  /** Offset of the first marker. */
  readonly marker: number;
}

/** Collects discussions while it is led over the lines of a document, in order. Lines count from 0 here. */
export class DiscussionReader {
  readonly #scan: ScannedLines;
  readonly #options: DiscussionOptions;
  readonly #isLeadIn: IsLeadIn;
  readonly #names = new Map<string, { readonly shown: string; readonly key: string }>();
  readonly #labels = new Map<string, Label>();
  readonly #all: Thread[] = [];
  readonly #orphans: OrphanReply[] = [];
  readonly #suspects: SuspectLine[] = [];
  #threads = 0;
  #thread: ThreadDraft | undefined;
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

  /** Text outside of block quotes, up to `lastLine`; `anchors`: a discussion below it would be about it. */
  readOther(lastLine: number, anchors: boolean): void {
    this.#endThread();
    if (anchors) this.#anchor = lastLine;
  }

  /** An outermost block quote; `end` is the line behind it. */
  readQuote(start: number, end: number): void {
    if (this.#isAlert(start, end)) {
      this.#suspectComments(start, end);
      this.readOther(end - 1, true);
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
      const { depth, at, end: lineEnd } = this.#quoteLine(line);
      if (at < lineEnd) {
        return depth === 1 && alert.test(this.#scan.text.slice(at, Math.min(lineEnd, at + 40)));
      }
    }
    return false;
  }

  #suspectComments(start: number, end: number): void {
    for (let line = start; line < end; line++) {
      const { at, end: lineEnd, depth } = this.#quoteLine(line);
      if (depth === 0 || isOpaque(kindOf(this.#scan.kinds[line]))) continue;
      if (readTag({ text: this.#scan.text, at, end: lineEnd })) {
        this.#suspects.push({ kind: 'comment-in-alert', line: line + 1 });
        return;
      }
    }
  }

  #quoteLine(line: number): QuoteLine {
    const { text, bounds, quoteAt } = this.#scan;
    const marker = quoteAt[line] ?? lazyQuote;
    const end = bounds.end[line] ?? 0;
    const begin = bounds.begin[line] ?? 0;
    if (marker < 0) return { line, depth: 0, at: begin, end, marker: begin };
    const { depth, at } = readPrefix({ text, at: marker, end });
    return { line, depth, at, end, marker };
  }

  #readQuoteLine(line: number): void {
    const quoted = this.#quoteLine(line);
    const { at, end, depth, marker } = quoted;
    if (depth > 0 && this.#thread !== undefined && this.#isOnMarkerLine(line, marker)) {
      this.#endThread();
    }
    if (depth > 0 && at >= end) {
      if (this.#gap) this.#thread?.addBlank();
      else this.#thread?.addSeparator(line + 1);
      return;
    }
    const { text, kinds } = this.#scan;
    const opaque = isOpaque(kindOf(kinds[line]));
    const tag = opaque || depth === 0 ? undefined : readTag({ text, at, end }, this.#labels);
    if (tag !== undefined) {
      this.#addComment(quoted, tag);
      return;
    }
    if (!opaque) this.#suspectColon(quoted);
    this.#addText(quoted);
  }

  #suspectColon({ line, depth, at, end }: QuoteLine): void {
    const name = nameBeforeFullWidthColon({ text: this.#scan.text, at, end });
    if (depth === 0 || name === undefined) return;
    if (depth === 1 && this.#isLeadIn(this.#name(name).key)) return;
    this.#suspects.push({ kind: 'full-width-colon', line: line + 1 });
  }

  #isOnMarkerLine(line: number, marker: number): boolean {
    const begin = this.#scan.bounds.begin[line] ?? 0;
    return marker > begin && this.#scan.text.slice(begin, marker).trim() !== '';
  }

  #addComment({ line, depth, marker, end }: QuoteLine, tag: CommentTag): void {
    const { shown: speaker, key } = this.#name(tag.name);
    const textAt = depth === 1 ? tag.textAt : tag.replyTextAt;
    const text = this.#scan.text.slice(textAt, end);
    const begun: CommentStart = {
      line: line + 1,
      depth,
      speaker,
      speakerKey: key,
      markers: tag.markers,
      start: marker,
      tagAt: tag.at,
      textAt,
      text,
    };
    if (depth === 1) {
      this.#endThread();
      const onMarkerLine = this.#isOnMarkerLine(line, marker);
      this.#thread = new ThreadDraft(begun, { anchorLine: this.#anchor + 1, onMarkerLine });
    } else if (this.#thread === undefined) {
      this.#orphans.push({ line: line + 1, depth, speaker, text: text.trim() });
      this.#anchor = line;
    } else {
      this.#thread.addComment(begun);
    }
    this.#gap = false;
  }

  #name(written: string): { readonly shown: string; readonly key: string } {
    let name = this.#names.get(written);
    if (name === undefined) {
      name = { shown: shownName(written), key: speakerKey(written) };
      this.#names.set(written, name);
    }
    return name;
  }

  /** A line of a quote without a tag: it goes on with a comment, or is an ordinary quote. */
  #addText({ line, depth, marker, at, end }: QuoteLine): void {
    if (this.#thread !== undefined && this.#gap && depth <= 1) this.#endThread();
    const thread = this.#thread;
    if (thread === undefined) {
      this.#anchor = line;
      return;
    }
    const { text, kinds } = this.#scan;
    const opens = this.#gap || ((kinds[line] ?? 0) & starts) !== 0;
    const owner = thread.ownerOf(depth, opens);
    const from =
      depth >= owner.depth
        ? behindMarkers({ text, at: marker, end }, owner.depth)
        : skipWhite(text, at, end);
    thread.addText(owner, { line: line + 1, text: text.slice(from, end) });
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

function skipWhite(text: string, at: number, end: number): number {
  let offset = at;
  while (offset < end && /\s/.test(text.charAt(offset))) offset++;
  return offset;
}
