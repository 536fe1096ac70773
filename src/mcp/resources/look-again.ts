/** Looks, or looks once more when a look is under way; there is never more than one at a time. */
export type Look = () => Promise<void>;

/** Makes looks at something that may change while it is looked at. */
export function lookAgain(look: () => Promise<void>, onError: (error: unknown) => void): Look {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    do {
      isWanted = false;
      await look().catch(onError);
    } while (isWanted);
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}
