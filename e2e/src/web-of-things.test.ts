import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HttpClientFactory } from '@node-wot/binding-http';
import { Servient } from '@node-wot/core';
import { newAccount, waitFor } from '@trellis/testing';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { sharedStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = sharedStack();
type WoT = Awaited<ReturnType<Servient['start']>>;

/** A consumer of things as it comes from npm; it is told nothing but a token. */
let servient: Servient;
let wot: WoT;
beforeAll(async () => {
  servient = new Servient();
  servient.addClientFactory(new HttpClientFactory());
  wot = await servient.start();
});
afterAll(() => servient.shutdown());

const validate = (() => {
  const ajv = new Ajv.Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schema = 'wot-thing-description-types/schema/td-json-schema-validation.json';
  return ajv.compile(createRequire(import.meta.url)(schema) as object);
})();

/** The thing at an address, ready to be used. */
async function consume(address: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/td+json' };
  const description = (await (await fetch(address, { headers })).json()) as { id: string };
  validate(description);
  expect(validate.errors ?? []).toEqual([]);
  servient.addCredentials({ [description.id]: { token } });
  return wot.consume(description as never);
}

describe('a stock consumer of the Web of Things', () => {
  test('reads the thing of a connector, one property or all, and invokes its action', async () => {
    const account = newAccount(stack());
    const client = await simulate(account, { subject: 'alice smith' });
    const thing = await consume(await client.station(), account.token);
    const temperature = await (await thing.readProperty('temperature')).value();
    expect(temperature).toEqual(expect.any(Number));
    const all = await thing.readAllProperties();
    expect([...all.keys()].sort()).toEqual(['humidity', 'raining', 'temperature']);
    const output = await thing.invokeAction('identify', { seconds: 1 });
    expect(await output?.value()).toEqual({ blinking_until: expect.any(String) });
  });

  test('writes a property of a thing of an app, and reads what it wrote', async () => {
    const account = newAccount(stack());
    const created = await account.request('POST', '/things', {
      subject: 'alice',
      body: {
        title: 'Lamp',
        properties: { brightness: { type: 'integer', minimum: 0, maximum: 100, value: 10 } },
      },
    });
    const thing = await consume(created.headers.get('location')!, account.token);
    await thing.writeProperty('brightness', 70);
    expect(await (await thing.readProperty('brightness')).value()).toBe(70);
    await expect(thing.writeProperty('brightness', 'dark')).rejects.toThrow();
    expect(await (await thing.readProperty('brightness')).value()).toBe(70);
  });

  test('writes several properties at once', async () => {
    const account = newAccount(stack());
    const client = await simulate(account, { devices: 2 });
    const thing = await consume(await client.lamp(), account.token);
    await thing.writeMultipleProperties(
      new Map<string, boolean | number>([
        ['on', true],
        ['brightness', 40],
      ]),
    );
    expect(await (await thing.readProperty('on')).value()).toBe(true);
    expect(await (await thing.readProperty('brightness')).value()).toBe(40);
  });

  test('observes a property', async () => {
    const account = newAccount(stack());
    const created = await account.request('POST', '/things', {
      body: { title: 'Lamp', properties: { on: { type: 'boolean', value: false } } },
    });
    const address = created.headers.get('location')!;
    const thing = await consume(address, account.token);
    const seen: unknown[] = [];
    const subscription = await thing.observeProperty('on', async (output) => {
      seen.push(await output.value());
    });
    await waitFor(() => seen.length === 1, { what: 'the current value' });
    await account.request('PUT', `${address}/properties/on`, { body: true });
    await waitFor(() => seen.length === 2, { what: 'the new value' });
    expect(seen).toEqual([false, true]);
    await subscription.stop();
  });

  test('finds every thing through the directory', async () => {
    const account = newAccount(stack());
    await simulate(account, { devices: 3 });
    const directory = `${stack().address}/.well-known/wot`;
    servient.addCredentials({ [directory]: { token: account.token } });
    const titles: string[] = [];
    for await (const found of await wot.exploreDirectory(directory)) titles.push(found.title);
    expect(titles.sort()).toEqual(['Lamp 1', 'Plug 1', 'Weather station 1']);
  });
});

test('every thing of a listing is a valid Thing Description', async () => {
  const account = newAccount(stack());
  await simulate(account, { devices: 5 });
  const headers = { accept: 'application/ld+json' };
  let next: string | undefined = '/things?limit=2';
  let count = 0;
  while (next) {
    const page = await account.request('GET', next, { headers });
    expect(page.headers.get('content-type')).toMatch('application/ld+json');
    for (const description of page.body) {
      validate(description);
      expect(validate.errors ?? []).toEqual([]);
      count += 1;
    }
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(count).toBe(5);
});
