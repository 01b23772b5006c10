import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import type { FoundService } from '@trellis/contracts';
import type { State } from '../run.js';
import type { Traffic } from '../tunnel/traffic.js';
import { page } from './page.js';

export interface PageNeeds {
  state: State;
  traffic: Traffic;
  found(): FoundService[];
  version: string;
  log(line: string): void;
}

/** Serves the page that shows the owner what passes through the agent; undefined for port 0. */
export async function servePage(
  port: number,
  needs: PageNeeds,
): Promise<{ port: number; close(): void } | undefined> {
  if (port === 0) return undefined;
  const server = createServer((request, response) => answer(request, response, needs));
  server.listen(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    needs.log(`There is no page: ${(error as Error).message}`);
    return undefined;
  }
  const used = (server.address() as AddressInfo).port;
  needs.log(`What passes through is shown at http://localhost:${used}`);
  return {
    port: used,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, needs: PageNeeds): void {
  const { traffic } = needs;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  );
  if (!isOwnName(request)) return void response.writeHead(421).end();
  if (request.method === 'GET' && request.url === '/') {
    return void response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page(needs));
  }
  if (request.method === 'POST' && (request.url === '/stop' || request.url === '/resume')) {
    if (!isFromPage(request)) return void response.writeHead(403).end();
    if (request.url === '/stop') traffic.stop();
    else traffic.resume();
    return void response.writeHead(303, { Location: '/' }).end();
  }
  response.writeHead(404).end();
}

const hostOf = ({ headers: { host = '' } }: IncomingMessage): string =>
  host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

/** A page elsewhere could make its own name lead here (DNS rebinding); names of a home have no public suffix. */
function isOwnName(request: IncomingMessage): boolean {
  const host = hostOf(request);
  return isIP(host) !== 0 || host === 'localhost' || !host.includes('.') || host.endsWith('.local');
}

/** Forms of other pages have another origin. */
function isFromPage({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
