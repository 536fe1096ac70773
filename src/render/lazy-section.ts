import type { RenderedSection } from '../core/document/markdown-it/ports/renderer.ts';

/** Returns a section whose HTML is rendered on first access, and cached. */
export function lazySection(
  section: Omit<RenderedSection, 'html'>,
  render: () => string,
): RenderedSection {
  let html: string | undefined;
  return {
    ...section,
    get html() {
      html ??= render();
      return html;
    },
  };
}
