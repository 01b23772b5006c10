import { fetchOnce } from './fetch-once.js';
import { requireJson, UnexpectedAnswer } from './problem.js';
import { withRetries } from './retry.js';

/** Gives an access token; another one than `rejected`, which Trellis has refused. */
export type TokenSource = (options: { rejected?: string }) => string | Promise<string>;

export interface ClientCredentials {
  /** The client id of an app. */
  clientId: string;
  /** The secret of the app. It belongs on a server, never in a browser. */
  clientSecret: string;
  /** Fewer scopes than the app has, separated by spaces. */
  scope?: string | undefined;
}

/** A token is renewed so long before it expires (ms), or after nine tenths of its time if that is later. */
const renewEarlyMs = 60_000;

const timeoutMs = 30_000;

interface Token {
  text: string;
  /** By `performance.now()`, which no change of the clock moves. */
  renewAt: number;
}

/** Fetches tokens by client credentials (RFC 6749, section 4.4): one at a time, however many wait for it. */
export function clientCredentials(
  baseUrl: string,
  { clientId, clientSecret, scope }: ClientCredentials,
): TokenSource {
  let current: Promise<Token> | undefined;
  const start = () => {
    const fetching = fetchToken(`${baseUrl}/oauth2/token`, {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    });
    current = fetching;
    fetching.catch(() => {
      if (current === fetching) current = undefined;
    });
    return fetching;
  };
  return async ({ rejected }) => {
    const used = current ?? start();
    const token = await used;
    if (performance.now() < token.renewAt && token.text !== rejected) return token.text;
    // Of those who find the same token of no use, the first one fetches another.
    return (await (current === used ? start() : (current ?? start()))).text;
  };
}

function fetchToken(address: string, form: Record<string, string>): Promise<Token> {
  const run = async (leftMs: number): Promise<Token> => {
    const fetchedAt = performance.now();
    const body = new URLSearchParams(form);
    // Otherwise a browser asks its user for a password when the secret is wrong (`WWW-Authenticate: Basic`).
    const request = new Request(address, { method: 'POST', body, credentials: 'omit' });
    const response = await fetchOnce(request, { timeoutMs: leftMs });
    const token = await readToken(await requireJson(request, response));
    if (!token) throw new UnexpectedAnswer(`${address} answers without an access token`);
    const lifetimeMs = token.expires_in * 1000;
    const renewAt = fetchedAt + Math.max(lifetimeMs - renewEarlyMs, lifetimeMs * 0.9);
    return { text: token.access_token, renewAt };
  };
  return withRetries(run, { maxAttempts: 5, timeoutMs, isRepeatable: true });
}

/** What an answer has of a token; undefined where there is none. */
async function readToken(
  response: Response,
): Promise<{ access_token: string; expires_in: number } | undefined> {
  const token = (await response.json().catch(() => undefined)) as
    { access_token?: unknown; expires_in?: unknown } | null | undefined;
  if (typeof token?.access_token !== 'string') return undefined;
  return { access_token: token.access_token, expires_in: Number(token.expires_in ?? 0) || 0 };
}
