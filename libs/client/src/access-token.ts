import { fetchOnce } from './fetch-once.js';
import { requireJson, UnexpectedAnswer } from './problem.js';
import { withRetries } from './retry.js';

/** Returns an access token. Must not return `rejected`, which Trellis has rejected. */
export type TokenSource = (options: { rejected?: string }) => string | Promise<string>;

export interface ClientCredentials {
  /** Client id of an app. */
  clientId: string;
  /** Secret of the app. Keep it on a server, never in a browser. */
  clientSecret: string;
  /** Scopes, separated by spaces. All scopes of the app by default. */
  scope?: string | undefined;
}

/** Time before expiry at which a token is renewed (ms), but not before nine tenths of its lifetime. */
const renewEarlyMs = 60_000;

const timeoutMs = 30_000;

interface Token {
  text: string;
  /** In terms of `performance.now()`, which is monotonic. */
  renewAt: number;
}

/** Returns a source of tokens by client credentials (RFC 6749, section 4.4). Concurrent callers share one request. */
export function clientCredentials(
  baseUrl: string,
  { clientId, clientSecret, scope }: ClientCredentials,
  { maxAttempts = 5 }: { maxAttempts?: number } = {},
): TokenSource {
  let current: Promise<Token> | undefined;
  const start = () => {
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    };
    const fetching = fetchToken(`${baseUrl}/oauth2/token`, form, maxAttempts);
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
    // Only the first caller that finds a token unusable fetches a new one.
    return (await (current === used ? start() : (current ?? start()))).text;
  };
}

function fetchToken(
  address: string,
  form: Record<string, string>,
  maxAttempts: number,
): Promise<Token> {
  const run = async (leftMs: number): Promise<Token> => {
    const fetchedAt = performance.now();
    const body = new URLSearchParams(form);
    // Without `omit`, a browser would prompt for a password if the secret is wrong (`WWW-Authenticate: Basic`).
    const request = new Request(address, { method: 'POST', body, credentials: 'omit' });
    const response = await fetchOnce(request, { timeoutMs: leftMs });
    const token = await readToken(await requireJson(request, response));
    if (!token) throw new UnexpectedAnswer(`${address} responded without an access token`);
    const lifetimeMs = token.expires_in * 1000;
    const renewAt = fetchedAt + Math.max(lifetimeMs - renewEarlyMs, lifetimeMs * 0.9);
    return { text: token.access_token, renewAt };
  };
  return withRetries(run, { maxAttempts, timeoutMs, isRepeatable: true });
}

async function readToken(
  response: Response,
): Promise<{ access_token: string; expires_in: number } | undefined> {
  const token = (await response.json().catch(() => undefined)) as
    { access_token?: unknown; expires_in?: unknown } | null | undefined;
  if (typeof token?.access_token !== 'string') return undefined;
  return { access_token: token.access_token, expires_in: Number(token.expires_in ?? 0) || 0 };
}
