import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { createPollRequests, type PollRequests } from './poll-requests.js';

let requests: PollRequests | undefined;
afterEach(() => requests?.stop());

/** Records what is run; each answer says whether it was. */
function recorded(intervalMs: number, answers: boolean[] = []) {
  const ran: string[] = [];
  const runNow = async (client: string) => {
    ran.push(client);
    return answers.shift() ?? true;
  };
  return { ran, requests: (requests = createPollRequests({ runNow }, { intervalMs })) };
}

test('a client is polled at once, and others are not kept from it', () => {
  const { ran, requests } = recorded(60_000);
  requests.add('one');
  requests.add('one');
  requests.add('two');
  expect(ran).toEqual(['one', 'two']);
});

test('what was requested meanwhile is one poll more', async () => {
  const { ran, requests } = recorded(20);
  for (let n = 0; n < 5; n += 1) requests.add('one');
  await waitFor(() => ran.length === 2);
  requests.add('two');
  requests.add('two');
  await waitFor(() => ran.filter((client) => client === 'two').length === 2);
  expect(ran.filter((client) => client === 'one')).toHaveLength(2);
});

test('a client that was being polled is polled once more, and no further', async () => {
  const { ran, requests } = recorded(20, [false, false]);
  requests.add('one');
  await waitFor(() => ran.length === 2);
  requests.add('other');
  requests.add('other');
  await waitFor(() => ran.filter((client) => client === 'other').length === 2);
  expect(ran.filter((client) => client === 'one')).toHaveLength(2);
});

test('a client is followed after a write, from the last one on', async () => {
  const polled: number[] = [];
  const runNow = async () => polled.push(performance.now()) > 0;
  requests = createPollRequests({ runNow }, { intervalMs: 1, afterMs: [20, 200] });
  const start = performance.now();
  requests.follow('one');
  requests.follow('one');
  await waitFor(() => polled.length === 2);
  expect(polled[0]! - start).toBeGreaterThanOrEqual(19);
  expect(polled[1]! - start).toBeGreaterThanOrEqual(199);
});

test('a client is followed after a transition', async () => {
  const polled: number[] = [];
  const runNow = async () => polled.push(performance.now()) > 0;
  requests = createPollRequests({ runNow }, { intervalMs: 1, afterMs: [20] });
  const start = performance.now();
  requests.follow('one', { transitionMs: 200 });
  await waitFor(() => polled.length === 1);
  expect(polled[0]! - start).toBeGreaterThanOrEqual(219);
});

test('a client whose technology states its delay is polled once after a write', async () => {
  const polled: number[] = [];
  const runNow = async () => polled.push(performance.now()) > 0;
  requests = createPollRequests({ runNow }, { intervalMs: 1, afterMs: [20, 40] });
  const start = performance.now();
  requests.follow('one', { transitionMs: 50, confirmAfterMs: 100 });
  requests.follow('other');
  await waitFor(() => polled.length === 3);
  expect(polled[2]! - start).toBeGreaterThanOrEqual(149);
});
