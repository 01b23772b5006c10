import {
  mcpClientName,
  type ConnectorsContract,
  maxClientAddress,
  type Output,
} from '@trellis/contracts';
import { invalidMember } from '@trellis/operations';
import type { Sealing } from '@trellis/sealing';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isRedirectUri } from './redirect-uri.js';

/** An app as it describes itself. Nobody has checked its name. */
export const describedClient = z.object({
  name: mcpClientName,
  redirect_uris: z.array(z.string().refine(isRedirectUri)).min(1).max(5),
});
export type DescribedClient = z.infer<typeof describedClient>;

export const clientBinding = { purpose: 'mcp-client' } as const;

/** Returns the app in a client id that was issued here; undefined for any other. */
export function openClientId(sealing: Sealing, id: string): DescribedClient | undefined {
  try {
    return describedClient.parse(sealing.open(clientBinding, id));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a client id is the address of the app's description
 * (draft-ietf-oauth-client-id-metadata-document, section 3). One that `URL` would write differently is none.
 */
export function isDocumentAddress(id: string): boolean {
  if (id.length > maxClientAddress || !URL.canParse(id)) return false;
  const { protocol, username, password, pathname, href } = new URL(id);
  const isPlain = username === '' && password === '' && href === id && !id.includes('#');
  return protocol === 'https:' && pathname !== '/' && isPlain;
}

/** How long a description is used without reading it again (s): by default, and the bounds of what its server says. */
const ages = { least: 60, byDefault: 300, most: 3_600 };

/** Longer lists than this are cut. */
const maxRedirectUris = 30;

/** Returns the app of a client id; throws `invalid_request` with the reason if there is none. */
export type ReadMcpClient = (id: string) => Promise<DescribedClient>;

interface ClientReaderNeeds {
  sealing: Sealing;
  readDocument(url: string): Promise<Output<ConnectorsContract, 'mcp_clients.read_document'>>;
}

/** Reads apps: from client ids that were issued here, and from descriptions at addresses, which are cached. */
export function createClientReader({ sealing, readDocument }: ClientReaderNeeds): ReadMcpClient {
  const documents = new LRUCache<string, DescribedClient>({
    max: 1_000,
    fetchMethod: async (url, _stale, { options }) => {
      const read = await readDocument(url);
      if ('failure' in read) throw refused(`Its description cannot be read: ${read.failure}`);
      const client = describedBy(read.document, url);
      const { max_age_seconds: age = ages.byDefault } = read;
      options.ttl = Math.min(Math.max(age, ages.least), ages.most) * 1_000;
      return client;
    },
  });
  return async (id) => {
    if (isDocumentAddress(id)) return (await documents.fetch(id))!;
    const client = openClientId(sealing, id);
    if (client) return client;
    throw refused('The app is not known here: remove Trellis in the app, and add it again.');
  };
}

const refused = (detail: string) => invalidMember('/client_id', detail, detail);

/** The members of a description that matter here (RFC 7591, section 2). */
const description = z.looseObject({
  client_id: z.string(),
  client_name: mcpClientName.optional(),
  redirect_uris: z.array(z.unknown()),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
});

function describedBy(document: object, url: string): DescribedClient {
  const { data, error } = description.safeParse(document);
  if (error) throw refused(`Its description has no valid ${error.issues[0]!.path.join('.')}.`);
  if (data.client_id !== url) throw refused('Its description has another client_id.');
  const redirect_uris = data.redirect_uris
    .slice(0, maxRedirectUris)
    // An app may also have addresses of another kind.
    .filter((uri) => typeof uri === 'string')
    .filter(isRedirectUri);
  if (redirect_uris.length === 0) throw refused('Its description has no redirect URI for it.');
  return { name: data.client_name ?? new URL(url).host, redirect_uris };
}
