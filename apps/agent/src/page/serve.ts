import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import type { PageSettings } from '../settings.js';
import { page, scriptSource, type Shown } from './page.js';
import type { Switch } from './stopped.js';
import { isFromPage, isVisitor } from './visitor.js';
import { wordsOf } from './words.js';

interface PageNeeds extends Shown {
  settings: PageSettings;
  switch: Switch;
  log(line: string): void;
}

/** Serves the page that shows the owner what passes through the agent; undefined for port 0. */
export async function servePage(
  needs: PageNeeds,
): Promise<{ port: number; close(): void } | undefined> {
  const { port, host } = needs.settings;
  if (port === 0) return undefined;
  const server = createServer((request, response) => {
    answer(request, response, needs).catch((error: Error) => {
      needs.log(`The page failed: ${error.message}`);
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    needs.log(`There is no page: ${(error as Error).message}`);
    return undefined;
  }
  const used = (server.address() as AddressInfo).port;
  const name = host === '127.0.0.1' ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  needs.log(`What passes through is shown at http://${name}:${used}`);
  return {
    port: used,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  needs: PageNeeds,
): Promise<void> {
  const { settings, state, switch: toggle } = needs;
  const { method, url } = request;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'unsafe-inline'; script-src ${scriptSource}; form-action 'self'; frame-ancestors 'self'`,
  );
  if (!isVisitor(request, settings)) return void response.writeHead(421).end();
  if (method === 'GET' && url === '/') {
    const words = wordsOf(request.headers['accept-language']);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return void response.end(page(needs, words));
  }
  if (method === 'GET' && url === '/health') {
    response.writeHead(state.connection === 'connected' ? 200 : 503);
    return void response.end(state.connection);
  }
  if (method === 'POST' && (url === '/stop' || url === '/resume')) {
    if (!isFromPage(request, settings)) return void response.writeHead(403).end();
    await (url === '/stop' ? toggle.stop() : toggle.resume());
    return void response.writeHead(303, { Location: './' }).end();
  }
  response.writeHead(404).end();
}
