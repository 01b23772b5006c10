import assert from 'node:assert/strict';
import { request } from '@trellis/testing';
import type { Caller, Journey } from './caller.js';
import { createInstance, polled, twoDevices } from './clients.js';

/** An end user connects a technology by a link, and later corrects it by the same link. */
export function connect(caller: Caller): Journey {
  /** What an earlier combination has left: the session and the client that was connected in it. */
  let left: { token: string; client: string } | undefined;
  let subjects = 0;

  const asPage = async (
    status: number,
    { token, method, path, body }: { token: string; method: string; path: string; body?: object },
  ) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request(caller, method, `/connect${path}`, { headers, body });
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  async function openSession(): Promise<string> {
    const subject = `end-user-${(subjects += 1)}`;
    const body = { types: ['simulator'], subject_name: 'Ada' };
    const { body: session } = await caller.expect(201, 'POST', '/connect/sessions', {
      ...{ subject, body },
    });
    return new URL(session.href as string).hash.slice(1);
  }

  async function correct(token: string, client: string): Promise<void> {
    const path = `/clients/${client}`;
    const page = await asPage(200, { token, method: 'GET', path: '/session' });
    assert.equal(page.technologies.length, 1);
    await asPage(200, { token, method: 'GET', path: `${path}/configuration` });
    const body = { configuration: { devices: 3 } };
    await asPage(200, { token, method: 'PATCH', path, body });
    await caller.expect(204, 'DELETE', `/connectors/clients/${client}`);
  }

  return async () => {
    await createInstance(caller);
    if (left) await correct(left.token, left.client);
    const token = await openSession();
    const body = twoDevices;
    const created = await asPage(201, { token, method: 'POST', path: '/clients', body });
    const client = created.client_id as string;
    await polled(caller, `/connectors/clients/${client}`);
    const shown = await asPage(200, { token, method: 'GET', path: `/clients/${client}` });
    assert.equal(shown.status, 'STARTED');
    left = { token, client };
  };
}
