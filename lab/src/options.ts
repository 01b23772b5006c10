import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Returns the items whose names contain a text; ends the process with a list of all names if there are none. */
export function named<T extends { name: string }>(items: readonly T[], text: string): T[] {
  const found = items.filter(({ name }) => name.includes(text));
  if (found.length > 0) return found;
  const names = items.map(({ name }) => name).join(', ');
  process.stderr.write(`No name contains "${text}". There are: ${names}.\n`);
  process.exit(2);
}

/** Returns the number in an environment variable of a benchmark. */
export const setting = (name: `BENCH_${string}`, otherwise: number): number =>
  Number(process.env[name] || otherwise);
