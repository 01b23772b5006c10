import { createHook } from 'node:async_hooks';

/** The child processes that this process has started since. */
export interface ChildProcesses {
  started(): number;
  running(): number;
}

/** Records the child processes that this process starts from now on. */
export function recordChildProcesses(): ChildProcesses {
  const handles: { pid?: number }[] = [];
  createHook({
    init(_id, type, _trigger, handle) {
      if (type === 'PROCESSWRAP') handles.push(handle);
    },
  }).enable();
  return {
    started: () => handles.length,
    running: () => handles.filter(({ pid }) => pid !== undefined && isRunning(pid)).length,
  };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
