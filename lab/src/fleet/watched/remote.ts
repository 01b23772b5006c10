import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@trellis/testing';
import { describeThing, mediaType } from '../../thing-description.js';
import type { Poll } from './polls.js';

/** Response time, so that polls are in progress whenever something fails (ms). */
const answerMs = 50;

export type Remote = Awaited<ReturnType<typeof startRemote>>;

/** Starts a remote technology that every client polls, and that records each poll. */
export async function startRemote() {
  /** The polls of each client in the order of their beginnings. */
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
    urlOf: (client: number) => `${server.address}/things/${client}`,
    polls,
    /** Changes the title of the things of some clients. */
    rename(title: string, isRenamed: (client: number) => boolean): void {
      for (const client of polls.keys()) if (isRenamed(client)) titles.set(client, title);
    },
    stop: () => server.close(),
  };
}
