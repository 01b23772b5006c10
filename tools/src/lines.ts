import { readFileSync } from 'node:fs';
import { sourceFiles } from './style/sources.js';

/** Prints the lines of TypeScript of each project, without tests and generated code. */
const counts = new Map<string, number>();
for (const file of sourceFiles(/\.tsx?$/)) {
  if (/\.(test|spec)\.|\/testing\/|\.d\.ts$/.test(file)) continue;
  const project = /^(apps|libs)\/[^/]+|^[^/]+/.exec(file)![0];
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  counts.set(project, (counts.get(project) ?? 0) + lines);
}
const total = [...counts.values()].reduce((sum, lines) => sum + lines, 0);
for (const [name, lines] of [...counts, ['total', total] as const]) {
  process.stdout.write(`${name.padEnd(24)} ${String(lines).padStart(7)}\n`);
}
