import { type ComponentChild, render } from 'preact';
import { followSystemTheme } from '../state/theme.ts';

/** Draws a page into its document in place of what stood there while it loaded, in the colours of the system. */
export function mountPage(tree: ComponentChild): void {
  followSystemTheme();
  const host = document.getElementById('page');
  if (!host) return;
  host.replaceChildren();
  render(tree, host);
}
