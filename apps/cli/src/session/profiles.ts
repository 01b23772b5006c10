import { readJsonFile, writeJsonFile } from './files.js';

/** A deployment of Trellis with the credentials of an app. */
export interface Profile {
  url: string;
  client_id: string;
  client_secret: string;
}

export interface Profiles {
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
