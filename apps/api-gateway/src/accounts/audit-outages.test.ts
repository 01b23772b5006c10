import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem, type AuditEntry } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';
import { sendJson, type Sent } from '../testing/send-json.js';

const id = '0190b1f4-6d5c-7cc0-8000-000000000001';

let calls: Calls;
let gateway: TestGateway;
beforeEach(async () => {
  calls = { 'instances.remove': () => ({}) };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const send = (method: string, path: string, sent?: Sent) =>
  sendJson(gateway, method, `/api/v1${path}`, sent);
const unit = { name: 'Kitchen', type: 'room' };
/** Returns a change that another service makes than the one that keeps the log. */
const removeInstance = () => send('DELETE', `/connectors/instances/${id}`);

const unavailable = () => {
  throw new Problem('unavailable', 'The database is not available.');
};

describe('while the log is away', () => {
  test('an entry waits in a durable job, and the change is answered', async () => {
    const later: AuditEntry[] = [];
    calls['audit.record'] = unavailable;
    calls['audit.later'] = ({ entries }: { entries: AuditEntry[] }) => void later.push(...entries);
    expect((await removeInstance()).status).toBe(204);
    expect(later).toMatchObject([{ resource: { ids: [id] }, status: 204 }]);
  });

  test('no change is answered as done when the queues are away, too', async () => {
    calls['audit.record'] = unavailable;
    calls['audit.later'] = unavailable;
    expect((await removeInstance()).status).toBe(503);
  });

  test('no answer waits for queues that hang', async () => {
    calls['audit.record'] = unavailable;
    calls['audit.later'] = () => new Promise(() => undefined);
    expect((await removeInstance()).status).toBe(503);
    expect((await send('POST', '/units', { body: {} })).status).toBe(400);
  });

  test.each([
    ['with a problem', 503, 'unavailable', unavailable],
    [
      'with a problem of status 500',
      500,
      'removal_failed',
      () => {
        throw new Problem('removal_failed', 'Not now.');
      },
    ],
    [
      'by a fault',
      500,
      'internal',
      () => {
        throw new Error('A fault.');
      },
    ],
  ])('a request that fails %s does not wait for it, and is recorded', async (...given) => {
    const [, status, problem, fail] = given;
    calls['units.create'] = fail;
    let recover: () => void = () => undefined;
    const recovered = new Promise<void>((resolve) => (recover = resolve));
    calls['audit.record'] = () => recovered;
    expect((await send('POST', '/units', { body: unit })).status).toBe(status);
    expect(gateway.audited).toEqual([]);
    recover();
    await waitFor(() => gateway.audited.length === 1);
    expect(gateway.audited).toMatchObject([{ status, problem }]);
    // An answer that had waited would have given up.
    expect(gateway.logged.map(({ msg }) => msg)).not.toContain('recording a refusal failed');
  });
});
