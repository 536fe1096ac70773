/** A signal that is aborted after a time, unless it is lifted before. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  lift(): void;
}

/** Starts a time limit. Its timer holds it: `AbortSignal.timeout` is lost when nothing but other signals refers to it. */
export function startTimeLimit(milliseconds: number): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, lift: () => clearTimeout(timer) };
}
