import type { PageThread } from '../state/review-state.ts';

/** What a suggestion would do: the text that stands, struck out, and the text in its place. */
export function SuggestionDiff(props: {
  readonly thread: PageThread;
  readonly replacement: string;
}) {
  const { thread, replacement } = props;
  const before = thread.anchor.quote?.exact ?? thread.anchor.snippet;
  return (
    <div class="suggestion">
      {before !== '' && (
        <del>
          <span class="sr-only">Instead of: </span>
          {before}
        </del>
      )}
      <ins>
        <span class="sr-only">Write: </span>
        {replacement === '' ? <i>(nothing)</i> : replacement}
      </ins>
    </div>
  );
}
