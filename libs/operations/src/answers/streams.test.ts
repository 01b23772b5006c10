import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createStreamRegistry } from './event-stream.js';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const acme = { developer: 'acme', expiresAt: inSeconds(3_600) };

describe('the streams of a gateway', () => {
  test('are as many per developer as it says, and one that ends leaves its place', () => {
    const streams = createStreamRegistry({ maxPerDeveloper: 2 });
    const first = streams.open(acme);
    streams.open(acme);
    expect(() => streams.open(acme)).toThrow(
      expect.objectContaining({ code: 'rate_limited', extras: { retry_after: 30 } }),
    );
    streams.open({ ...acme, developer: 'other' });
    first.end();
    expect(first.signal.aborted).toBe(true);
    streams.open(acme);
    expect(() => streams.open(acme)).toThrow('More than 2 streams are open.');
  });

  test('are few for a subject to which tokens are bound, and others of its developer are not counted', () => {
    const streams = createStreamRegistry({ maxPerDeveloper: 100 });
    const alice = { ...acme, subject: 'alice' };
    streams.open(acme);
    streams.open({ ...acme, subject: 'bob' });
    streams.open({ ...alice, developer: 'other' });
    const opened = Array.from({ length: 20 }, () => streams.open(alice));
    expect(() => streams.open(alice)).toThrow('More than 20 streams are open.');
    opened[0]!.end();
    streams.open(alice);
  });

  test('end when the access token expires', async () => {
    const streams = createStreamRegistry({ maxPerDeveloper: 1 });
    const { signal } = streams.open({ developer: 'acme', expiresAt: inSeconds(1) });
    if (!signal.aborted) await once(signal, 'abort');
    expect(Date.now()).toBeGreaterThan(acme.expiresAt * 1000 - 3_600_000);
  });

  test('stay open with a token that is valid for longer than a timer can wait', async () => {
    const streams = createStreamRegistry({ maxPerDeveloper: 1 });
    const { signal, end } = streams.open({ developer: 'acme', expiresAt: inSeconds(90 * 86_400) });
    // A timer that overflows is due at once, before this one.
    await pause(20);
    expect(signal.aborted).toBe(false);
    end();
  });

  test('write by turns, so that those of one developer do not delay the event loop or another developer', async () => {
    const streams = createStreamRegistry({ maxPerDeveloper: 1_000 });
    const written: string[] = [];
    const write = (developer: string) =>
      streams.takeTurn(developer).then(() => void written.push(developer));
    const all = Array.from({ length: 100 }, () => write('acme'));
    all.push(write('other'));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(written.length).toBeLessThan(50);
    expect(written).toContain('other');
    await Promise.all(all);
    expect(written).toHaveLength(101);
  });

  test('all end with the gateway', () => {
    const streams = createStreamRegistry({ maxPerDeveloper: 10 });
    const opened = [streams.open(acme), streams.open({ ...acme, developer: 'other' })];
    streams.close();
    expect(opened.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });
});
