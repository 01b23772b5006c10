import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { descendantsOf } from '@trellis/testing';
import { sum } from '../numbers.js';

export const programs = {
  worker: new URL('../../../apps/connector-runtime/src/main.ts', import.meta.url),
  floorOfRequests: new URL('./requests/floor.ts', import.meta.url),
  floorOfPolls: new URL('./polls/floor.ts', import.meta.url),
  slowRemote: new URL('./polls/remote.ts', import.meta.url),
  crowd: new URL('./agents/crowd.ts', import.meta.url),
  attacker: new URL('./neighbors/attacker.ts', import.meta.url),
};

/** Starts a program and waits until it reports that it is ready; returns its process and what it reported. */
export async function start(
  program: keyof typeof programs,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; pid: number; message: unknown }> {
  const child = fork(fileURLToPath(programs[program]), {
    execArgv: ['--conditions=@trellis/source', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} ended before it was ready.`);
  });
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  return { child, pid: child.pid!, message };
}

/** Kernel ticks per second (`sysconf(_SC_CLK_TCK)`), in which /proc counts CPU time. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time in milliseconds by process name. */
export type CpuTimes = Record<string, number>;

/**
 * Reads the user and system CPU time of processes and their descendants, including children that have ended
 * (fields 14 to 17 of /proc/<pid>/stat, proc(5)).
 */
export function readCpu(processes: Record<string, number>): CpuTimes {
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => {
      const ticks = [pid, ...descendantsOf(pid).map((child) => child.pid)].map(ownTicks);
      return [name, (sum(ticks) / ticksPerSecond) * 1000];
    }),
  );
}

/** CPU time between two readings, per unit of work (ms). */
export function cpuPerUnit(before: CpuTimes, after: CpuTimes, units: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? 0)) / units]),
  );
}

export const totalOf = (times: CpuTimes): number => sum(Object.values(times));

function ownTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold spaces and parentheses; the numbers follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum(fields.slice(11, 15).map(Number));
  } catch {
    // It has ended since it was listed; its parent counts its time.
    return 0;
  }
}

/** The resident memory of a process (MiB), from /proc/<pid>/status (proc(5)). */
export function residentMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
