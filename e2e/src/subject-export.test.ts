import { expect, test } from '@jest/globals';
import { newAccount, waitFor } from '@trellis/testing';
import { furnish, newMarks, startOthers } from './erasure/household.js';
import { oneStack } from './one-stack.js';

const stack = oneStack({ environment: { ALERTS_INTERVAL_MS: '1000' } });

interface Line {
  type: string;
  data: Record<string, unknown>;
}

test('everything of an end user is exported as lines, and nothing of another', async () => {
  const account = newAccount(stack());
  const marks = newMarks();
  const others = await startOthers(marks.text);
  const { other, paths, ids } = await furnish(account, marks, others);
  await account.request('POST', '/things', {
    ...other,
    body: { title: 'Of the neighbor', properties: {} },
  });
  const answer = await fetch(`${stack().address}/api/v1/subjects/${marks.subject}/export`, {
    headers: { authorization: `Bearer ${account.token}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  const text = await answer.text();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const of = (type: string) => lines.filter((line) => line.type === type).map(({ data }) => data);

  const attributes = { note: `attribute ${marks.text}` };
  expect(lines[0]).toEqual({ type: 'subject', data: { id: marks.subject, attributes } });
  expect(of('thing')).toContainEqual(expect.objectContaining({ attributes }));
  expect(of('unit').map(({ name }) => name)).toEqual(
    expect.arrayContaining([`House of ${marks.text}`, 'Shared']),
  );
  expect(of('thing')).toHaveLength(7);
  expect(of('history')).toContainEqual(
    expect.objectContaining({
      thing: paths.box.split('/').at(-1),
      property: 'note',
      value: expect.stringContaining(marks.text),
    }),
  );
  expect(of('client')).toMatchObject([
    { configuration: { devices: 5 }, attributes },
    { configuration: { url: expect.stringContaining(marks.text) }, status: 'ERROR' },
  ]);
  expect(of('agent')).toMatchObject([{ name: `Home of ${marks.text}`, state: 'unpaired' }]);
  expect(of('connect_session')).toMatchObject([{ subject: marks.subject }]);
  expect(of('interaction').length).toBeGreaterThan(1);
  expect(of('operation')).toContainEqual(expect.objectContaining({ outcome: 'failed' }));
  expect(of('delivery')).toContainEqual(
    expect.objectContaining({
      payload: expect.objectContaining({
        data: expect.objectContaining({ input: `code ${marks.text}` }),
      }),
    }),
  );
  expect(of('subscription')).toHaveLength(1);
  expect(of('audit_entry').map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['createUnit', 'createThing', 'createConnectorClient']),
  );
  for (const id of ids) expect(text).toContain(id);
  expect(text).not.toContain('Of the neighbor');
  expect(text).not.toContain('authorization_ticket');

  const { body: log } = await account.request('GET', '/audit?operation=exportSubject');
  expect(log).toMatchObject([{ resource: { type: 'subject', ids: [marks.subject] } }]);
  const stranger = newAccount(stack());
  expect(await stranger.request('GET', `/subjects/${marks.subject}/export`)).toMatchObject({
    status: 404,
  });
  const begun = await account.request('DELETE', `/subjects/${marks.subject}`);
  expect(begun.status).toBe(202);
  await waitFor(
    async () => {
      const { status } = await account.request('GET', `/subjects/${marks.subject}/export`);
      return status === 409 || status === 404;
    },
    { what: 'the refusal' },
  );
  await others.close();
}, 120_000);
