import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A deployment of Trellis with the credentials of an app. */
export interface Profile {
  url: string;
  client_id: string;
  client_secret: string;
}

interface Profiles {
  current?: string | undefined;
  profiles: Record<string, Profile>;
}

const file = 'profiles.json';

export async function readProfiles(): Promise<Profiles> {
  const stored = (await readJsonFile(file)) as Partial<Profiles> | undefined;
  return { current: stored?.current, profiles: { ...stored?.profiles } };
}

export const writeProfiles = (profiles: Profiles): Promise<void> => writeJsonFile(file, profiles);

export const profileName = ({ current }: Profiles, given?: string): string =>
  given ?? process.env.TRELLIS_PROFILE ?? current ?? 'default';

/** The configuration directory, on every system. `XDG_CONFIG_HOME` overrides it. */
const directory = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'trellis');

const pathOf = (name: string): string => join(directory(), name);

/** Reads a JSON file; returns undefined if it does not exist. */
export async function readJsonFile(name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(pathOf(name), 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${pathOf(name)} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Replaces a file atomically. Only its owner can read it. */
export async function writeJsonFile(name: string, value: unknown): Promise<void> {
  await mkdir(directory(), { recursive: true, mode: 0o700 });
  await chmod(directory(), 0o700);
  const temporary = pathOf(`.${name}.${randomUUID()}`);
  try {
    await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, pathOf(name));
  } finally {
    await rm(temporary, { force: true });
  }
}

export const removeFile = (name: string): Promise<void> => rm(pathOf(name), { force: true });
