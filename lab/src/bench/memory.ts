import { readFileSync } from 'node:fs';

/** The resident memory of a process (MiB), from /proc/<pid>/status (proc(5)). */
export function residentMebibytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
