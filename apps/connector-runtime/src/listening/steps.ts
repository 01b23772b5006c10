/** Has something run at the next step. */
export type InStep = (run: () => void) => void;

/**
 * Runs what is due together, so that the clients of a worker share messages and statements: at once after a quiet
 * time, otherwise `intervalMs` after the step before.
 */
export function createSteps(intervalMs: number): InStep {
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
