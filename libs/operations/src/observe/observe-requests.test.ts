import type { Response } from 'express';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { Exchange } from '../exchange.js';
import { beginToWait, observeRequest } from './observe-requests.js';
import { exchangeWith } from '../testing/exchange.js';

afterEach(() => void jest.restoreAllMocks());

/** Records a request that began at 1 s and ended at 31 s; returns what was recorded. */
function record(response: Partial<Response>, members: Partial<Exchange> = {}): unknown[] {
  jest.spyOn(performance, 'now').mockReturnValue(31_000);
  const recorded: unknown[] = [];
  observeRequest(
    (seconds, { method, route, status }) => recorded.push(seconds, method, route, status),
    exchangeWith({
      method: 'GET',
      routePath: '/api/v1/changes',
      startedAt: 1_000,
      response: { headersSent: true, statusCode: 200, ...response } as Response,
      ...members,
    }),
  );
  return recorded;
}

test('a request is measured until its end', () => {
  expect(record({})).toEqual([30, 'GET', '/api/v1/changes', '2xx']);
  expect(record({ headersSent: false })[3]).toBe('aborted');
});

test('a request that waits for what happens is measured until it begins to', () => {
  const exchange = exchangeWith({});
  jest.spyOn(performance, 'now').mockReturnValue(1_250);
  beginToWait(exchange);
  jest.spyOn(performance, 'now').mockReturnValue(9_000);
  beginToWait(exchange);
  expect(record({}, { waitsSince: exchange.waitsSince })[0]).toBe(0.25);
});
