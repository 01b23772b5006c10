import { readJsonFile, writeJsonFile } from './files.js';

/** A deployment of Trellis, and the app as which one has logged in there. */
export interface Profile {
  url: string;
  client_id: string;
  client_secret: string;
}

export interface Profiles {
  /** The name of the one that is used unless another one is named. */
  current?: string | undefined;
  profiles: Record<string, Profile>;
}

const file = 'profiles.json';

export async function readProfiles(): Promise<Profiles> {
  const stored = (await readJsonFile(file)) as Partial<Profiles> | undefined;
  return { current: stored?.current, profiles: { ...stored?.profiles } };
}

export const writeProfiles = (profiles: Profiles): Promise<void> => writeJsonFile(file, profiles);

/** The name of the profile that a command uses. */
export const profileName = ({ current }: Profiles, given?: string): string =>
  given ?? process.env.TRELLIS_PROFILE ?? current ?? 'default';
