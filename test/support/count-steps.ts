import { Session } from 'node:inspector';

/**
 * How many steps the program and its libraries take for some work: calls and turns of loops as the engine counts them,
 * which no load of the machine changes.
 */
export function countSteps(work: () => unknown): number {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    work();
    let steps = 0;
    session.post('Profiler.takePreciseCoverage', (_, taken) => {
      const functions = taken.result.flatMap((script) => script.functions);
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    });
    return steps;
  } finally {
    session.disconnect();
  }
}
