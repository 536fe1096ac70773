/**
 * Scripts written without spaces between words; each of their characters counts as a word, and a run of them is
 * found as a run.
 */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** The words of a text in order, as search compares them: without case, accents or punctuation. */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(unspaced, ' $& ').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * What a query looks for: each part between spaces as a run of words, all of which must occur. The very last word
 * may be the beginning of a longer one.
 */
export function searchPhrases(query: string): readonly (readonly string[])[] {
  return query
    .split(/\s+/)
    .map(searchWords)
    .filter((phrase) => phrase.length > 0);
}
