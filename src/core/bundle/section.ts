import { isRefusal, type Refusal } from '../refusal.ts';
import { locationFault, splice } from './edit.ts';
import { lastNonBlank, type MarkdownFile, type Region, regionBelow } from './markdown-file.ts';

/** The placeholder of an empty section; the first text written there replaces it. */
const placeholder = /^(?:None|Unknown|None yet|Not known)\.?$/i;

/** The region below the one heading of level 2 with this title, letter case aside; refused when it is not one. */
export function findSection(file: MarkdownFile, title: string): Region | Refusal {
  const matches = sectionsNamed(file, title);
  const [section] = matches;
  if (section === undefined || matches.length > 1) {
    return locationFault(file.path, `the section "## ${title}"`, matches.length);
  }
  return section;
}

/** The regions below all headings of level 2 with this title. */
export function sectionsNamed(file: MarkdownFile, title: string): Region[] {
  return file.lines.flatMap(({ heading }, index) =>
    heading?.level === 2 && heading.title.toLowerCase() === title.toLowerCase()
      ? [regionBelow(file, index)]
      : [],
  );
}

/** The text of a region, trimmed. */
export function regionText(file: MarkdownFile, region: Region): string {
  const first = file.lines[region.from];
  const last = file.lines[region.to - 1];
  return first === undefined || last === undefined
    ? ''
    : file.text.slice(first.start, last.end).trim();
}

/** Whether a text is empty or a placeholder. */
export function isPlaceholder(text: string): boolean {
  return text === '' || placeholder.test(text);
}

interface AppendedBlock {
  readonly block: readonly string[];
  /** By a blank line, or as the next item of the list. */
  readonly separation?: 'apart' | 'list';
}

/** The file's text with a block added at the end of a section, or in place of its placeholder. */
export function appendToSection(
  file: MarkdownFile,
  title: string,
  appended: AppendedBlock,
): string | Refusal {
  const section = findSection(file, title);
  return isRefusal(section) ? section : appendToRegion(file, section, appended);
}

/** As `appendToSection`, for any region. */
export function appendToRegion(
  file: MarkdownFile,
  region: Region,
  { block, separation = 'apart' }: AppendedBlock,
): string {
  const written = block.join(file.lineEnd);
  const text = regionText(file, region);
  const last = lastNonBlank(file, region);
  if (text !== '' && last !== undefined && isPlaceholder(text)) {
    const line = file.lines[last];
    return line === undefined ? file.text : splice(file.text, line, written);
  }
  const anchor = file.lines[last ?? region.from - 1];
  const gap =
    last !== undefined && separation === 'list' ? file.lineEnd : file.lineEnd + file.lineEnd;
  const end = anchor?.end ?? file.text.length;
  const tail = anchor?.end === file.text.length ? file.lineEnd : '';
  return splice(file.text, { start: end, end }, `${gap}${written}${tail}`);
}

/** The file's text with everything in a section, or its first block of lines alone, replaced. */
export function replaceSection(
  file: MarkdownFile,
  title: string,
  {
    block,
    firstBlockOnly,
  }: { readonly block: readonly string[]; readonly firstBlockOnly: boolean },
): string | Refusal {
  const section = findSection(file, title);
  if (isRefusal(section)) return section;
  const lines = file.lines.slice(section.from, section.to);
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  const end = firstBlockOnly
    ? lines.findIndex(({ text }, index) => index > first && text.trim() === '')
    : (lastNonBlank(file, section) ?? 0) - section.from + 1;
  const start = lines[first];
  const last = lines[(end < 0 ? lines.length : end) - 1];
  if (start === undefined || last === undefined) return appendToRegion(file, section, { block });
  return splice(file.text, { start: start.start, end: last.end }, block.join(file.lineEnd));
}
