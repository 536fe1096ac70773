/** Spellings of the tools whose command lines `discuss --as NAME` understands, and ours for each. */
const spellings: Readonly<
  Record<string, ReadonlyArray<readonly [readonly string[], readonly string[]]>>
> = {
  lk: [[['discuss'], ['inline']]],
  lwc: [
    [
      ['contract', 'discussion'],
      ['contract', 'ledger'],
    ],
    [['discussion'], ['ledger']],
    [['hook'], ['hook', '--drop-in']],
  ],
};

/**
 * Translates the words after `discuss --as NAME` into our own command line. Words that the tool of that name does
 * not share with us stay as they are, so that the refusal names what was typed.
 */
export function dropInWords(name: string, words: readonly string[]): readonly string[] | undefined {
  const known = spellings[name];
  if (known === undefined) return undefined;
  const found = known.find(([theirs]) => theirs.every((word, index) => words[index] === word));
  return found === undefined ? words : [...found[1], ...words.slice(found[0].length)];
}
