/** Measures how much processor time of this process each of several tasks takes that run at once. */
export interface ProcessorClock {
  /** Starts a task; `end` returns its share of the time (ms). */
  start(): { end(): number };
}

/** Creates a clock. Time counts for all tasks that run, in equal parts. */
export function createProcessorClock(usedMs = usedByProcessMs): ProcessorClock {
  const tasks = new Set<{ ms: number }>();
  let countedMs = usedMs();
  const count = () => {
    const now = usedMs();
    for (const task of tasks) task.ms += (now - countedMs) / tasks.size;
    countedMs = now;
  };
  return {
    start() {
      count();
      const task = { ms: 0 };
      tasks.add(task);
      return {
        end() {
          count();
          tasks.delete(task);
          return task.ms;
        },
      };
    },
  };
}

function usedByProcessMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
