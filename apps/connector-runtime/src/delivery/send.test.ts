import { describe, expect, test } from '@jest/globals';
import { judgeAttempt, type AttemptResult } from './send.js';

const now = Date.now();
const responded = (status: number): AttemptResult => ({
  response: { status, text: '', headers: {} },
});
const failed = (sent: boolean): AttemptResult => ({ failure: { detail: 'It is away.', sent } });

const event = { interactionId: null, idempotent: true, created: new Date(now) };
const action = { interactionId: 'a', idempotent: false, created: new Date(now) };
const idempotent = { ...action, idempotent: true };
const more = { isLast: false, now };

describe('an event', () => {
  test.each([
    [responded(200), 'delivered'],
    [responded(204), 'delivered'],
    [responded(302), 'pending'],
    [responded(400), 'pending'],
    [responded(410), 'failed'],
    [responded(500), 'pending'],
    [failed(true), 'pending'],
    [failed(false), 'pending'],
  ])('after %j is %s', (result, status) => {
    expect(judgeAttempt(event, result, more).status).toBe(status);
  });

  test('has failed when the last attempt has', () => {
    expect(judgeAttempt(event, responded(500), { isLast: true }).status).toBe('failed');
  });
});

describe('an action', () => {
  test.each([
    [responded(200), 'delivered', undefined],
    [responded(302), 'failed', false],
    [responded(404), 'failed', false],
    [responded(429), 'pending', false],
    [responded(503), 'pending', false],
    [responded(500), 'failed', true],
    [failed(true), 'failed', true],
    [failed(false), 'pending', false],
  ])('after %j is %s', (result, status, isUncertain) => {
    const outcome = judgeAttempt(action, result, more);
    expect(outcome.status).toBe(status);
    expect(outcome.isUncertain).toBe(isUncertain);
  });

  test.each([
    [responded(500), 'pending'],
    [failed(true), 'pending'],
    [responded(404), 'failed'],
  ])('that is idempotent after %j is %s', (result, status) => {
    expect(judgeAttempt(idempotent, result, more)).toMatchObject({ status });
  });

  test('is given up after a while', () => {
    const old = { ...idempotent, created: new Date(now - 10 * 60_000) };
    expect(judgeAttempt(old, failed(false), more).status).toBe('failed');
  });
});
