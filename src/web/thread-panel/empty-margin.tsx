/** What the margin says before the first comment. */
export function EmptyMargin() {
  return (
    <p class="empty">
      Select text, or press <kbd>c</kbd> on a block, to start the conversation.
    </p>
  );
}
