import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  pid: number;
  title: string;
}

/** All descendants of a process, from the parents that the kernel knows (proc(5)). */
export function descendantsOf(ancestor: number): ProcessInfo[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const below = (parent: number): ProcessInfo[] =>
    all
      .filter((process) => process.parent === parent)
      .flatMap(({ pid, title }) => [{ pid, title }, ...below(pid)]);
  return below(ancestor);
}

function readProcess(pid: number): (ProcessInfo & { parent: number }) | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(/PPid:\s+(\d+)/.exec(status)?.[1]), title };
  } catch {
    // It has ended since the folder was listed.
    return undefined;
  }
}
