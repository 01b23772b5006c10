import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Poll } from './polls.js';

/** A remote technology that every client polls, and that records each poll. */
export interface Remote {
  /** Returns the address that a client polls. */
  urlOf(client: number): string;
  /** The polls of each client in the order of their beginnings. */
  polls: ReadonlyMap<number, readonly Poll[]>;
  /** Changes the title of the things of some clients. */
  rename(title: string, isRenamed: (client: number) => boolean): void;
  stop(): Promise<void>;
}

/** Response time, so that polls are in progress whenever something fails (ms). */
const answerMs = 50;

export async function startRemote(): Promise<Remote> {
  const polls = new Map<number, Poll[]>();
  const titles = new Map<number, string>();
  let isStopping = false;

  const server = createServer((request, response) => {
    const client = Number(request.url!.split('/').at(-1));
    const poll: Poll = { beganAt: performance.now(), endedAt: undefined };
    const known = polls.get(client);
    if (known) known.push(poll);
    else polls.set(client, [poll]);
    // Also after the caller closes the connection.
    response.once('close', () => (poll.endedAt = performance.now()));
    setTimeout(() => {
      if (isStopping) response.destroy();
      response.setHeader('content-type', 'application/td+json');
      response.end(describe(client, titles.get(client) ?? 'Thing'));
    }, answerMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    urlOf: (client) => `http://127.0.0.1:${port}/things/${client}`,
    polls,
    rename(title, isRenamed) {
      for (const client of polls.keys()) if (isRenamed(client)) titles.set(client, title);
    },
    async stop() {
      isStopping = true;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns a Thing Description without properties, whose poll is a single request. */
const describe = (client: number, title: string): string =>
  JSON.stringify({
    '@context': 'https://www.w3.org/2022/wot/td/v1.1',
    id: `urn:example:${client}`,
    title,
    security: ['none'],
    securityDefinitions: { none: { scheme: 'nosec' } },
    properties: {},
  });
