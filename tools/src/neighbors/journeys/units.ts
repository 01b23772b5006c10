import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller, Journey } from './caller.js';

/** Units with links, properties, batches and repetitions. */
export const units =
  ({ expect, list, createUnit }: Caller): Journey =>
  async () => {
    const value = { '@context': 'https://schema.org', '@type': 'Place', name: 'Garden' };
    const house = await createUnit('House', { properties: [{ name: 'about', value }] });
    const room = await createUnit('Room');
    await expect(201, 'POST', `/units/${house}/children`, { body: { id: room } });
    await expect(409, 'POST', `/units/${room}/children`, { body: { id: house } });
    await expect(201, 'POST', `/units/${room}/subjects`, { body: { id: 'alice' } });
    await expect(204, 'PUT', `/units/${house}/properties`, { body: { name: 'about', value: 1 } });
    const { body } = await expect(200, 'GET', `/units/${house}`);
    assert.deepEqual(body.properties, [{ name: 'about', value: 1 }]);
    assert.equal(body.children.length, 1);
    const children = await list(`/units/${house}/children`);
    assert.deepEqual(await list(`/units/${house}/descendants`), children);
    const items = [
      { name: 'A', type: 'room' },
      { name: '', type: 'room' },
    ];
    const { body: results } = await expect(200, 'POST', '/units/batch', { body: { items } });
    assert.deepEqual(
      (results.results as { status: number }[]).map(({ status }) => status),
      [201, 400],
    );
    const headers = { 'idempotency-key': randomUUID() };
    const repeated = { body: { name: 'Once', type: 'room' }, headers };
    const first = await expect(201, 'POST', '/units', repeated);
    const second = await expect(201, 'POST', '/units', repeated);
    assert.equal(second.body.id, first.body.id);
    await expect(204, 'DELETE', `/units/${room}`);
    await expect(404, 'GET', `/units/${room}`);
  };
