/** Runs work that has the same key one piece after the other, in the order in which it was asked for. */
export type TakeTurns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Makes a place where work takes turns. Work must not ask for a turn of its own key, which would wait for itself. */
export function takeTurns(): TakeTurns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}
