import { ConnectorFailure, createHttp } from '@trellis/connector-sdk';
import type { Handler } from '@trellis/contracts';
import { z } from 'zod';
import type { Runtime } from '../runtime.js';

/** The recommended limit of draft-ietf-oauth-client-id-metadata-document, section 6.6. */
const maxBytes = 5 * 1024;

/** How long the server of an MCP client may take (ms). */
const timeoutMs = 5_000;

const document = z.looseObject({});

/** Reads the document of an MCP client at an address that it names, by the policy for all outgoing requests. */
export const readClientDocument: Handler<
  'mcp_clients.read_document',
  Pick<Runtime, 'resolverOf'>
> = async ({ resolverOf }, { url }) => {
  const http = createHttp({
    // Networks of one developer are no networks of MCP clients.
    resolve: resolverOf(''),
    signal: AbortSignal.timeout(timeoutMs),
    acquire: async () => undefined,
  });
  try {
    const answer = await http({ url, maxBytes, timeoutMs });
    const { success, data } = document.safeParse(answer.json());
    if (answer.status !== 200 || !success) return { failure: 'There is no JSON object.' };
    return { document: data, max_age_seconds: maxAgeOf(answer.headers['cache-control']) };
  } catch (error) {
    if (error instanceof ConnectorFailure) return { failure: error.message };
    throw error;
  }
};

/** Returns for how long an answer may be stored (s; RFC 9111, section 5.2.2). */
function maxAgeOf(header: string | string[] | undefined): number | undefined {
  const directives = [header ?? []].flat().join(',');
  if (/\bno-(store|cache)\b/i.test(directives)) return 0;
  const [, seconds] = /\bmax-age="?(\d{1,9})\b/i.exec(directives) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
