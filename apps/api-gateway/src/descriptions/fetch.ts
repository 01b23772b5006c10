import type { ConnectorDescription } from '@trellis/contracts';

interface Sources {
  /** The descriptions as connector-runtime has them: a picture of ours is named. */
  read: () => Promise<ConnectorDescription[]>;
  /** The address of a picture of ours. */
  logo: (name: string) => string;
}

/** Fetches the descriptions of all connectors. What names a picture of ours gets its address. */
export const fetchDescriptions =
  ({ read, logo }: Sources) =>
  async (): Promise<ConnectorDescription[]> =>
    (await read()).map((description) => ({
      ...description,
      logo: /^[a-z]+$/.test(description.logo) ? logo(description.logo) : description.logo,
    }));
