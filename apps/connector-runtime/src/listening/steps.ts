/** Runs a function at the next step. */
export type RunInStep = (run: () => void) => void;

/**
 * Runs functions in common steps, so that the clients of a worker share messages and statements: at once after a quiet
 * period, otherwise `intervalMs` after the previous step.
 */
export function createSteps(intervalMs: number): RunInStep {
  let due: (() => void)[] = [];
  let lastAt = -Infinity;
  const step = () => {
    const running = due;
    due = [];
    lastAt = performance.now();
    for (const run of running) run();
  };
  return (run) => {
    due.push(run);
    if (due.length > 1) return;
    setTimeout(step, Math.max(0, lastAt + intervalMs - performance.now()));
  };
}
