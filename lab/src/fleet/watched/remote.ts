import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@trellis/testing';
import { describeThing, mediaType } from '../../thing-description.js';
import type { Poll } from './polls.js';

/** A remote technology that every client polls, and that records each poll. */
export interface Remote {
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
  const server = await startHttpServer(async ({ url }, response) => {
    const client = Number(url.split('/').at(-1));
    const poll: Poll = { beganAt: performance.now(), endedAt: undefined };
    polls.set(client, polls.get(client) ?? []);
    polls.get(client)!.push(poll);
    // Also after the caller closes the connection.
    response.once('close', () => (poll.endedAt = performance.now()));
    await pause(answerMs);
    response.setHeader('content-type', mediaType);
    response.end(describeThing(String(client), titles.get(client) ?? 'Thing'));
  });
  return {
    urlOf: (client) => `${server.address}/things/${client}`,
    polls,
    rename(title, isRenamed) {
      for (const client of polls.keys()) if (isRenamed(client)) titles.set(client, title);
    },
    stop: () => server.close(),
  };
}
