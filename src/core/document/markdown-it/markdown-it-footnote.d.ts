declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function footnotes(markdown: MarkdownIt): void;
}
