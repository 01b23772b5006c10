import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { descendantsOf } from '@trellis/testing';

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
      const below = descendantsOf(pid).map((child) => ownTicks(child.pid));
      const ticks = [ownTicks(pid), ...below].reduce((sum, own) => sum + own, 0);
      return [name, (ticks / ticksPerSecond) * 1000];
    }),
  );
}

/** CPU time between two readings, per unit of work (ms). */
export function cpuPerUnit(before: CpuTimes, after: CpuTimes, units: number): CpuTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? 0)) / units]),
  );
}

export const totalOf = (times: CpuTimes): number =>
  Object.values(times).reduce((sum, time) => sum + time, 0);

/** Returns the process id of the postmaster, whose child processes serve the connections. */
export const postmasterPid = (directory: string): number =>
  Number(readFileSync(`${directory}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);

function ownTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may hold spaces and parentheses; the numbers follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    // It has ended since it was listed; its parent counts its time.
    return 0;
  }
}
