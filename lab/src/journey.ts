import assert from 'node:assert/strict';
import {
  simulatorClient,
  simulatorInstance,
  waitFor,
  type Account,
  type ApiRequest,
} from '@trellis/testing';
import { ask } from './ask.js';

/**
 * Returns a function that uses the main parts of the interface once. Each call also uses the client and the unit
 * that the call before has created, with other versions of the services.
 */
export function createJourney(account: Account): () => Promise<void> {
  let round = 0;
  let earlier: { unit: string; client: string } | undefined;

  const expect = async (expected: number, method: string, path: string, options?: ApiRequest) =>
    (await ask(account, method, path, { ...options, expected })).body;

  async function waitForPoll(client: string): Promise<void> {
    const before = (await expect(200, 'GET', client)).last_polled;
    const isPolled = async () => {
      const { status, last_polled } = await expect(200, 'GET', client);
      return status === 'STARTED' && last_polled !== null && last_polled !== before;
    };
    await waitFor(isPolled, { what: `a poll of ${client}` });
  }

  async function createUnits(): Promise<string> {
    const value = { '@context': 'https://schema.org', '@type': 'Place', name: 'Garden' };
    const body = { name: 'House', type: `house-${round}`, properties: [{ name: 'about', value }] };
    const { id: house } = await expect(201, 'POST', '/units', { body });
    const { id: room } = await expect(201, 'POST', '/units', {
      body: { name: 'Room', type: 'room' },
    });
    await expect(201, 'POST', `/units/${house}/children`, { body: { id: room } });
    await expect(409, 'POST', `/units/${room}/children`, { body: { id: house } });
    await expect(204, 'PUT', `/units/${house}/properties`, { body: { name: 'about', value: 1 } });
    const found = await expect(200, 'GET', `/units?type=house-${round}`);
    assert.equal(found.length, 1);
    return `/units/${house}`;
  }

  async function createClient(unit: string): Promise<string> {
    const subject = `subject-${round}`;
    const created = await expect(201, 'POST', '/connectors/clients', {
      subject,
      body: simulatorClient(),
    });
    const client = `/connectors/clients/${created.client_id}`;
    await waitForPoll(client);
    const things = (await expect(200, 'GET', '/things', { subject })) as { href: string }[];
    const lamp = things[1]!.href;
    await expect(204, 'PUT', `${lamp}/properties/on`, { body: true });
    assert.equal(await expect(200, 'GET', `${lamp}/properties/on`), true);
    await expect(201, 'POST', `${unit}/things`, { body: { id: lamp.split('/').at(-1) } });
    return client;
  }

  async function removeEarlier({ unit, client }: { unit: string; client: string }): Promise<void> {
    await waitForPoll(client);
    assert.equal((await expect(200, 'GET', unit)).things.length, 1);
    await expect(204, 'DELETE', client);
    await expect(404, 'GET', client);
    assert.equal((await expect(200, 'GET', unit)).things.length, 0);
  }

  return async () => {
    round += 1;
    if (earlier) await removeEarlier(earlier);
    else await expect(201, 'POST', '/connectors/instances', { body: simulatorInstance });
    const unit = await createUnits();
    earlier = { unit, client: await createClient(unit) };
    await expect(200, 'GET', '/limits');
    assert.equal((await expect(200, 'GET', '/changes?limit=1')).changes !== undefined, true);
    assert.equal((await expect(200, 'GET', '/audit?limit=5')).length, 5);
  };
}
