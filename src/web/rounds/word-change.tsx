import type { WordPiece } from './changed-words.ts';

/** Old words struck, new ones lit, with a little of what stayed around them. */
export function WordChange({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return (
    <p class="word-change">
      {pieces.map(({ kind, text }, index) => {
        const key = `${index}${kind}`;
        if (kind === 'went') return <del key={key}>{text}</del>;
        if (kind === 'came') return <ins key={key}>{text}</ins>;
        return <span key={key}>{text}</span>;
      })}
    </p>
  );
}
