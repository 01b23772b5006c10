import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateKey } from '@trellis/sealing';
import { z } from 'zod';

const secrets = z.object({
  jwtSecret: z.string(),
  secretsKeys: z.string(),
  databasePassword: z.string(),
  demoApp: z.object({ client_id: z.string(), client_secret: z.string() }),
});
export type Secrets = z.infer<typeof secrets>;

const running = z.object({ address: z.string(), databaseUrl: z.string() });
export type Running = z.infer<typeof running>;

/** Makes the folder if it is absent, in one that is there; throws when it cannot be used. */
export function openDataDirectory(path: string): string {
  const directory = resolve(path);
  if (!existsSync(directory)) mkdirSync(directory);
  accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  return directory;
}

/** The secrets of an installation, generated at its first start. */
export function readSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json');
  if (!existsSync(file)) {
    const generated: Secrets = {
      jwtSecret: randomBytes(48).toString('base64url'),
      secretsKeys: generateKey(),
      databasePassword: randomBytes(24).toString('base64url'),
      demoApp: { client_id: 'demo', client_secret: randomBytes(32).toString('base64url') },
    };
    writePrivately(file, generated);
  }
  return secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Notes where the product runs, for the commands that talk to it. */
export function noteRunning(directory: string, value: Running): void {
  writePrivately(join(directory, 'running.json'), value);
}

export function readRunning(directory: string): Running {
  const file = join(directory, 'running.json');
  if (!existsSync(file)) throw new Error('Trellis has not been started: run npm start first.');
  return running.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function writePrivately(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}
