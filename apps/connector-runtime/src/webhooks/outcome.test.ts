import { describe, expect, test } from '@jest/globals';
import { outcomeOf, type Happened } from './outcome.js';

const now = Date.now();
const answered = (status: number): Happened => ({ answer: { status, text: '', headers: {} } });
const failed = (sent: boolean): Happened => ({ failure: { detail: 'It is away.', sent } });

const announcement = { interactionId: null, idempotent: true, created: new Date(now) };
const action = { interactionId: 'a', idempotent: false, created: new Date(now) };
const idempotent = { ...action, idempotent: true };

describe('an announcement', () => {
  test.each([
    [answered(200), 'delivered'],
    [answered(204), 'delivered'],
    [answered(302), 'pending'],
    [answered(400), 'pending'],
    [answered(410), 'failed'],
    [answered(500), 'pending'],
    [failed(true), 'pending'],
    [failed(false), 'pending'],
  ])('after %j is %s', (happened, status) => {
    expect(outcomeOf(announcement, happened, false).status).toBe(status);
  });

  test('has failed when the last attempt has', () => {
    expect(outcomeOf(announcement, answered(500), true).status).toBe('failed');
  });
});

describe('an action', () => {
  test.each([
    [answered(200), 'delivered', undefined],
    [answered(302), 'failed', false],
    [answered(404), 'failed', false],
    [answered(429), 'pending', false],
    [answered(503), 'pending', false],
    [answered(500), 'failed', true],
    [failed(true), 'failed', true],
    [failed(false), 'pending', false],
  ])('after %j is %s', (happened, status, uncertain) => {
    expect(outcomeOf(action, happened, false)).toMatchObject({ status });
    expect(outcomeOf(action, happened, false).uncertain).toBe(uncertain);
  });

  test.each([
    [answered(500), 'pending'],
    [failed(true), 'pending'],
    [answered(404), 'failed'],
  ])('that is idempotent after %j is %s', (happened, status) => {
    expect(outcomeOf(idempotent, happened, false)).toMatchObject({ status });
  });

  test('is not tried for long', () => {
    const old = { ...idempotent, created: new Date(now - 10 * 60_000) };
    expect(outcomeOf(old, failed(false), false, now).status).toBe('failed');
  });
});
