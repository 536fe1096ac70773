const lines = ['title', 'short', '', '', 'half', 'head', '', '', 'half'];

/** The shape of a document, for loading that takes longer than a moment. */
export function Skeleton() {
  return (
    <div class="skeleton" role="status" aria-label="Loading the document">
      {lines.map((look, index) => (
        <span key={index} class={look} />
      ))}
    </div>
  );
}
