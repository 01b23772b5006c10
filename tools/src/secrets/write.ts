import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-line.js';
import { generateEnvironments } from './environments.js';

/** Writes generated secrets into a new folder, an environment file for each program. */
export function writeSecrets(folder: string): void {
  // What lost keys have encrypted is lost.
  if (existsSync(folder)) throw new CommandError(`${folder} exists: secrets are not overwritten.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [program, environment] of Object.entries(generateEnvironments())) {
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, `${program}.env`), lines.join(''), { mode: 0o600 });
  }
}
