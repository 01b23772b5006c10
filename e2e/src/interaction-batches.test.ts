import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';
import { oneStack } from './one-stack.js';
import { simulate } from './simulation.js';

const stack = oneStack();

interface Result {
  thing: { href: string };
  status: string;
  problem?: { type: string };
}

const allOff = { property: 'on', value: false };
const ended = ({ request }: Account, location: string) =>
  waitFor(
    async () => {
      const { body } = await request('GET', location);
      return body.status !== 'pending' && body;
    },
    { what: 'the end of the batch' },
  );

/** A building with a room that has the lamps of a simulator, and one with two lamps of an app. */
async function building() {
  const account = newAccount(stack());
  const { request } = account;
  await simulate(account, { devices: 12 });
  const lamp = (properties: object) =>
    request('POST', '/things', {
      subject: 'alice',
      body: {
        title: 'Own lamp',
        '@type': ['Light', 'OnOffSwitch'],
        properties: { on: properties },
      },
    });
  const own = (await lamp({ type: 'boolean', value: true })).headers.get('location')!;
  const fixed = (await lamp({ type: 'string', value: 'always' })).headers.get('location')!;
  const unit = async (name: string) =>
    (await request('POST', '/units', { body: { name, type: name, properties: [] } })).body
      .id as string;
  const house = await unit('building');
  const rooms = [await unit('room'), await unit('room')];
  for (const id of rooms) await request('POST', `/units/${house}/children`, { body: { id } });
  const lights = (await request('GET', '/things?type=Light')).body as { href: string }[];
  const simulated = lights.map(({ href }) => href).filter((href) => href !== own && href !== fixed);
  for (const id of simulated) await request('POST', `/units/${rooms[0]}/things`, { body: { id } });
  for (const id of [own, fixed])
    await request('POST', `/units/${rooms[1]}/things`, { body: { id } });
  for (const href of simulated) {
    await request('PUT', `${href}/properties/on`, { body: true });
  }
  const isOn = async (href: string) => (await request('GET', `${href}/properties/on`)).body;
  return { account, request, house, rooms, simulated, own, fixed, isOn };
}

describe('all lamps of a building', () => {
  test('are switched off, except one that refuses', async () => {
    const { account, request, house, simulated, own, fixed, isOn } = await building();
    const select = { type: 'Light', below: house };
    expect(simulated.length).toBeGreaterThan(1);

    const preview = await request('POST', '/interactions/batch?dry_run=true', {
      body: { select, ...allOff },
    });
    expect(preview.status).toBe(200);
    const planned = preview.body.things as Result[];
    expect(planned.map(({ thing }) => thing.href).toSorted()).toEqual(
      [...simulated, own, fixed].toSorted(),
    );
    const refused = planned.filter(({ problem }) => problem);
    expect(refused.map(({ thing }) => thing.href)).toEqual([fixed]);
    expect(await isOn(simulated[0]!)).toBe(true);

    const begun = await request('POST', '/interactions/batch', { body: { select, ...allOff } });
    expect(begun).toMatchObject({ status: 202, body: { operation: 'writeproperty', name: 'on' } });
    const batch = await ended(account, begun.headers.get('location')!);
    expect(batch).toMatchObject({
      status: 'completed',
      progress: {
        pending: 0,
        running: 0,
        completed: simulated.length + 1,
        failed: 1,
        cancelled: 0,
      },
    });
    for (const href of [...simulated, own]) expect(await isOn(href)).toBe(false);
    expect(await isOn(fixed)).toBe('always');

    const failed = await request('GET', `${batch.results.href}?status=failed`);
    expect(failed.body).toMatchObject([{ thing: { href: fixed }, status: 'failed' }]);
    const first = await request('GET', `${batch.results.href}?limit=1`);
    expect(first.body).toHaveLength(1);
    expect(first.headers.get('link')).toContain('rel="next"');
    const [{ href: one }] = first.body as [{ href: string }];
    expect((await request('GET', one)).body).toMatchObject({ name: 'on', status: 'completed' });

    const { body: entries } = await request('GET', '/audit?resource_type=interaction');
    expect(entries).toMatchObject([
      {
        operation: 'post_api_v1_interactions_batch',
        resource: { ids: [batch.id] },
        items: { succeeded: simulated.length + 1, failed: 1 },
      },
    ]);
  });
});
