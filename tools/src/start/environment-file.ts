import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError } from '../command-line.js';
import type { Environment } from './configuration.js';

/**
 * The environment of the running services in the data directory, which `nx serve`, `token`, `app:register` and
 * debuggers (`node --env-file`) use.
 */
const fileIn = (directory: string) => join(directory, 'services.env');

/** Writes the file, for the current user alone: it holds secrets. */
export function writeEnvironmentFile(directory: string, environment: Environment): void {
  const lines = Object.entries(environment)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${quote(name, value)}\n`);
  // Overwriting a file would not change its mode.
  removeEnvironmentFile(directory);
  writeFileSync(fileIn(directory), lines.join(''), { mode: 0o600 });
}

export function removeEnvironmentFile(directory: string): void {
  rmSync(fileIn(directory), { force: true });
}

/** Reads the environment of the product that runs in a data directory. */
export function readEnvironmentFile(directory: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(fileIn(directory), 'utf8')) as NodeJS.Dict<string>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'ENOENT'
        ? `Trellis does not run in ${directory}: start it with npm start, or set DATA_DIR to the folder it runs in.`
        : `DATA_DIR: ${fileIn(directory)} cannot be read (${code}).`,
    );
  }
}

/** Quotes a value with quotes that it does not contain, since the format has no escapes. */
function quote(name: string, value: string): string {
  const mark = ["'", '`', '"'].find((candidate) => !value.includes(candidate));
  if (!mark) throw new CommandError(`${name}: must not contain all three kinds of quotes.`);
  return `${mark}${value}${mark}`;
}
