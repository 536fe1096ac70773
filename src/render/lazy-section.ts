import type { RenderedSection } from '../core/document/markdown-it/ports/renderer.ts';

/** A section whose HTML is made when it is first asked for, and kept. */
export function lazySection(
  section: Omit<RenderedSection, 'html'>,
  write: () => string,
): RenderedSection {
  let written: string | undefined;
  return {
    ...section,
    get html() {
      written ??= write();
      return written;
    },
  };
}
