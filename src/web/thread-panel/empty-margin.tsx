import type { JSX } from 'preact';

/** What the margin says before the first comment. */
export function EmptyMargin(): JSX.Element {
  return (
    <p class="empty">
      Select text, or press <kbd>c</kbd> on a block, to start the conversation.
    </p>
  );
}
