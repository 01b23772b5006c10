import assert from 'node:assert/strict';
import type { App } from './app.js';
import type { Caller, Journey } from './caller.js';

/** The callback of an app, which is told of the actions of its things. */
export const callback =
  ({ expect, request }: Caller, app: App): Journey =>
  async () => {
    const { status } = await request('PUT', '/callback', {
      body: { url: app.url, events: ['client_status_changed'] },
    });
    assert.ok([200, 201].includes(status), `A callback was answered ${status}.`);
    const created = await expect(201, 'POST', '/things', {
      body: { title: 'Letter box', properties: { full: {} }, actions: { open: {} } },
    });
    const box = created.headers.get('location')!;
    await expect(204, 'PUT', `${box}/properties/full`, { body: true });
    const before = app.messages.length;
    await expect(204, 'POST', `${box}/actions/open`);
    assert.ok(app.messages.slice(before).some(({ type }) => type === 'action_requested'));
    await expect(204, 'DELETE', box);
  };

/** What an account sees of itself. */
export const account =
  ({ expect }: Caller): Journey =>
  async () => {
    await expect(200, 'GET', '/limits');
    await expect(200, 'GET', '/connectors/activity');
    const { body } = await expect(200, 'GET', '/audit?limit=10');
    assert.equal(body.length, 10);
  };
