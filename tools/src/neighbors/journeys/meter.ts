import assert from 'node:assert/strict';
import { followEvents, waitFor } from '@trellis/testing';
import type { App } from './app.js';
import type { Caller, Journey } from './caller.js';

/** More subscriptions than these are deleted again. */
const maxSubscriptions = 2;

/**
 * The values of one thing, which are looked back at, heard in streams, and told to the subscriptions of this
 * combination and of others.
 */
export function meter(caller: Caller, app: App): Journey {
  const { expect } = caller;
  let thing: string | undefined;
  const written: number[] = [];
  /** The subscriptions that are there, with what each was told. */
  const subscriptions: { href: string; id: string; expected: number[] }[] = [];

  async function subscribe(things: string[]): Promise<void> {
    const match = { things, value: { property: 'level', changed: true } };
    const { body } = await expect(201, 'POST', '/subscriptions', { body: { match, url: app.url } });
    const href = body.href as string;
    subscriptions.push({ href, id: href.split('/').at(-1)!, expected: [] });
  }

  async function write(level: number): Promise<void> {
    const heard: unknown[] = [];
    const stream = await followEvents(caller, ({ value }) => heard.push(value));
    await expect(204, 'PUT', `${thing}/properties/level`, { body: level });
    written.push(level);
    for (const { expected } of subscriptions) expected.push(level);
    await waitFor(() => stream.failure() ?? heard.includes(level), { what: 'a value in a stream' });
    assert.equal(stream.failure(), undefined);
    stream.stop();
  }

  async function areTold(): Promise<void> {
    for (const { href, id, expected } of subscriptions) {
      const told = () =>
        app.messages
          .filter(({ data }) => data.subscription_id === id)
          .map(({ data }) => data.value as number);
      await waitFor(() => told().includes(expected.at(-1)!), { what: 'a message' });
      // A message may be posted more than once.
      assert.deepEqual([...new Set(told())], expected);
      assert.equal((await expect(200, 'GET', href)).body.status, 'active');
    }
  }

  async function lookBack(): Promise<void> {
    const history = `${thing}/properties/level/history`;
    const { body: items } = await expect(200, 'GET', history);
    const values = (items as { value?: number }[]).flatMap(({ value }) => value ?? []);
    assert.deepEqual(values, written);
    const { body: days } = await expect(200, 'GET', `${history}?interval=PT24H&aggregate=last`);
    assert.equal(days.at(-1).last, written.at(-1));
  }

  return async () => {
    thing ??= (
      await expect(201, 'POST', '/things', {
        body: { title: 'Meter', properties: { level: { type: 'integer' } } },
      })
    ).headers.get('location')!;
    await subscribe([thing.split('/').at(-1)!]);
    await write(written.length + 1);
    await areTold();
    await lookBack();
    if (subscriptions.length > maxSubscriptions)
      await expect(204, 'DELETE', subscriptions.shift()!.href);
  };
}
