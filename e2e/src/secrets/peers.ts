import type { ServerResponse } from 'node:http';
import { startHttpServer } from '@trellis/testing';

export interface Peers {
  address: string;
  /** Counts the requests to a path so far. */
  requested(path: string): number;
  /** Lets the device answer the pending action, and the vendor refuse the codes. */
  release(): void;
  stop(): Promise<void>;
}

interface Answers {
  /** The answer of `/token`. */
  tokens: Record<string, unknown>;
  /** The codes of a device authorization. */
  codes: Record<string, unknown>;
}

/**
 * Starts a vendor, a device and an app whose errors repeat the request. The device answers its action after `release`;
 * until then, no end user has entered the code.
 */
export async function startPeers({ tokens, codes }: Answers): Promise<Peers> {
  let release: () => void = () => undefined;
  let error = 'authorization_pending';
  const released = new Promise<void>((resolve) => (release = resolve)).then(
    () => (error = 'invalid_grant'),
  );

  const routes: Record<string, (response: ServerResponse, echo: string) => unknown> = {
    '/token': (response) => sendJson(response, 200, tokens),
    '/codes': (response) => sendJson(response, 200, codes),
    '/codes/token': (response, error_description) =>
      sendJson(response, 400, { error, error_description }),
    '/device': (response) => sendJson(response, 200, device(address)),
    '/device/open': (response, echo) => released.then(() => sendJson(response, 400, { echo })),
    '/app': (response, echo) => sendJson(response, 400, { echo }),
  };
  const pathOf = (url: string) => new URL(url, 'http://peer').pathname;
  const { address, requests, close } = await startHttpServer(({ url, headers, body }, response) => {
    const echo = `${url} ${JSON.stringify(headers)} ${body}`;
    const route = routes[pathOf(url)];
    return route ? route(response, echo) : sendJson(response, 500, { echo });
  });
  return {
    address,
    requested: (path) => requests.filter(({ url }) => pathOf(url) === path).length,
    release,
    stop: close,
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A lock, as a Thing Description. */
const device = (address: string) => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: 'urn:example:lock',
  title: 'Lock',
  securityDefinitions: { bearer: { scheme: 'bearer' } },
  security: ['bearer'],
  actions: {
    open: { input: { type: 'string' }, forms: [{ href: `${address}/device/open` }] },
  },
});
