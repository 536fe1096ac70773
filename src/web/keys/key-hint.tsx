import { usePage } from '../page.ts';

/** The most useful keys, in the corner of a page that has room for them. */
export function KeyHint() {
  const { view } = usePage();
  if (!view.roomy.value) return null;
  return (
    <p class="key-hint" aria-hidden="true">
      <span>
        <kbd>j</kbd> <kbd>k</kbd> block
      </span>
      <span>
        <kbd>n</kbd> <kbd>p</kbd> thread
      </span>
      <span>
        <kbd>c</kbd> comment
      </span>
      <span>
        <kbd>?</kbd> all keys
      </span>
    </p>
  );
}
