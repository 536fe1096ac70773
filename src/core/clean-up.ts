/**
 * Does the work and cleans up after it, whatever happens; a clean-up that fails is told only when the work did not fail,
 * so that the first error stays the one that is told.
 */
export async function cleaningUp<Result>(
  work: () => Promise<Result>,
  cleanUp: () => unknown,
): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    try {
      await cleanUp();
    } catch {
      // It most likely fails because of the first error.
    }
    throw error;
  }
  await cleanUp();
  return result;
}
