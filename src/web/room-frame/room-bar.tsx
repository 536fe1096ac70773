import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../icons/icon.tsx';
import { cycleTheme, theme } from '../state/theme.ts';

/** How the page of a room stands to its server. */
export type RoomLink = 'connecting' | 'live' | 'lost';

const linkLabels: Readonly<Record<RoomLink, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Connection lost',
};

/** The bar of a page that shows and is not reviewed: the name, the link, what the room adds, and the theme. */
export function RoomBar({
  link,
  children,
}: {
  readonly link: RoomLink;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="bar">
      <span class="logo">
        discuss<i>.</i>
      </span>
      <span class={`link ${link}`} role="status">
        <span class="words">{linkLabels[link]}</span>
      </span>
      <span class="space" />
      {children}
      <button
        type="button"
        class="icon-button"
        aria-label={`Theme: ${theme.value}`}
        aria-keyshortcuts="t"
        title={`Theme: ${theme.value} (t)`}
        onClick={cycleTheme}
      >
        <Icon name={theme.value} />
      </button>
    </header>
  );
}
