import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateKey } from '@trellis/sealing';
import { z } from 'zod';
import { CommandError } from '../command-line.js';

const secretsSchema = z.object({
  jwtSecret: z.string(),
  secretsKeys: z.string(),
  databasePassword: z.string(),
  demoApp: z.object({ client_id: z.string(), client_secret: z.string() }),
});
export type Secrets = z.infer<typeof secretsSchema>;

/** Returns the absolute path of the data directory. */
export const dataDirectoryPath = (): string => resolve(process.env.DATA_DIR || '.data');

/** Opens the data directory, and creates it if its parent exists. */
export function openDataDirectory(path: string): string {
  const directory = resolve(path);
  try {
    if (!existsSync(directory)) mkdirSync(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return directory;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`DATA_DIR: ${path} cannot be used (${code}).`);
  }
}

/** Reads the secrets of an installation, which are generated at its first start. */
export function readSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json');
  if (!existsSync(file)) {
    const generated: Secrets = {
      jwtSecret: randomBytes(48).toString('base64url'),
      secretsKeys: generateKey(),
      databasePassword: randomBytes(24).toString('base64url'),
      demoApp: { client_id: 'demo', client_secret: randomBytes(32).toString('base64url') },
    };
    writeFileSync(file, `${JSON.stringify(generated, null, 2)}\n`, { mode: 0o600 });
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CommandError(`DATA_DIR: ${file} cannot be read as the secrets of an installation.`);
  }
}
