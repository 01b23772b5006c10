import { afterEach } from '@jest/globals';
import { discover } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { wot } from '../connector.js';
import { startDevice } from './device.js';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((peer) => peer.stop()));
});

/** Stops a peer at the end of the test. */
export function forThisTest<Peer extends { stop(): Promise<void> }>(peer: Peer): Peer {
  started.push(peer);
  return peer;
}

/** Starts a device for one test. */
export const device = async (...given: Parameters<typeof startDevice>) =>
  forThisTest(await startDevice(...given));

/** The address of a device that is down. */
export async function goneOrigin(): Promise<string> {
  const { origin, stop } = await startDevice({});
  await stop();
  return origin;
}

export const contextOf = (client: object, signal?: AbortSignal) =>
  contextFor(wot, { client, ...(signal && { signal }) });

export const poll = (client: object, signal?: AbortSignal) =>
  discover(wot, contextOf(client, signal));
