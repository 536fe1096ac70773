/** Why something did not work, read out at once; nothing while there is no reason. */
export function Problem({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
