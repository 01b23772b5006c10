import { afterEach, expect, jest, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { hold, observeRequest } from './observe-requests.js';

afterEach(() => void jest.restoreAllMocks());

/** Records a request that began at 1 s and ended at 31 s; returns what was recorded. */
function record(response: Partial<Response>): unknown[] {
  jest.spyOn(performance, 'now').mockReturnValue(31_000);
  const recorded: unknown[] = [];
  observeRequest(
    { record: (...values) => void recorded.push(...values) },
    { method: 'GET', routePath: '/api/v1/changes' } as Request,
    { headersSent: true, statusCode: 200, ...response } as Response,
    1_000,
  );
  return recorded;
}

test('a request is measured until its end', () => {
  const name = 'trellis_http_request_duration_seconds';
  expect(record({})).toEqual([name, 30, 'GET', '/api/v1/changes', '2xx']);
  expect(record({ headersSent: false })[4]).toBe('aborted');
});

test('a request that waits for what happens is measured until it begins to', () => {
  const response: Partial<Response> = {};
  jest.spyOn(performance, 'now').mockReturnValue(1_250);
  hold(response as Response);
  jest.spyOn(performance, 'now').mockReturnValue(9_000);
  hold(response as Response);
  expect(record(response)[1]).toBe(0.25);
});
