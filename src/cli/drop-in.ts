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
 * Returns our own command line for the arguments after `discuss --as NAME`. Those that the tool of that name does not
 * share with us stay as they are, so that the refusal names what was typed.
 */
export function dropInArgs(name: string, args: readonly string[]): readonly string[] | undefined {
  const pairs = spellings[name];
  if (pairs === undefined) return undefined;
  const pair = pairs.find(([theirs]) => theirs.every((word, index) => args[index] === word));
  return pair === undefined ? args : [...pair[1], ...args.slice(pair[0].length)];
}
