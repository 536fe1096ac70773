import type { ComponentChildren } from 'preact';
import { IconButton } from '../icons/icon-button.tsx';
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
}) {
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
      <IconButton
        icon={theme.value}
        label={`Theme: ${theme.value}`}
        class="icon-button"
        keys="t"
        onClick={cycleTheme}
      />
    </header>
  );
}
