import { serveTasks } from '../processes/serve-tasks.js';

/** A task of the tests. */
export type Task =
  | { does: 'answer'; with: unknown }
  | { does: 'list variables' | 'tell its id' | 'tell its id and spin' | 'throw' | 'crash' | 'spin' }
  | { does: 'fill its heap' | 'split a text into too many parts' };

function spin(): never {
  for (;;);
}

const actions: Record<Task['does'], (task: Task) => unknown> = {
  answer: (task) => 'with' in task && task.with,
  'list variables': () => Object.keys(process.env),
  'tell its id': () => process.pid,
  throw() {
    throw new RangeError('refused');
  },
  // Not an error of the task: nobody waits for this promise.
  crash: () => {
    void Promise.reject(new Error('nobody catches this'));
    return new Promise(() => undefined);
  },
  'tell its id and spin'() {
    setImmediate(spin);
    return process.pid;
  },
  spin,
  'fill its heap'() {
    const all: object[] = [];
    for (;;) all.push({ all });
  },
  'split a text into too many parts': () => 'a,'.repeat(2 ** 27).split(','),
};

serveTasks((task: Task) => actions[task.does](task));
