import { afterEach, expect, jest, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { onlyDate } from '@trellis/testing';
import { issueTicket, openTicket } from '../access/ticket.js';

afterEach(() => {
  jest.useRealTimers();
});

const granted = {
  developer: 'acme',
  subject: 'alice',
  app: 'demo',
  thing: '0190b1f4-6d5c-7cc0-8000-000000000001',
  // 2030-01-01T12:00:00Z
  expiresAt: 1_893_499_200,
};

test('a ticket opens streams until the access token expires, and no longer', () => {
  const sealing = createSealing(generateKey());
  jest.useFakeTimers({ ...onlyDate, now: Date.parse('2030-01-01T11:00:00.000Z') });
  const ticket = issueTicket(sealing, granted);
  expect(openTicket(sealing, ticket)).toEqual(granted);
  jest.setSystemTime(Date.parse('2030-01-01T11:59:59.999Z'));
  expect(openTicket(sealing, ticket)).toEqual(granted);
  jest.setSystemTime(Date.parse('2030-01-01T12:00:00.000Z'));
  expect(openTicket(sealing, ticket)).toBeUndefined();
});

test('one may have to be used sooner', () => {
  const sealing = createSealing(generateKey());
  jest.useFakeTimers({ ...onlyDate, now: Date.parse('2030-01-01T11:00:00.000Z') });
  const opensUntil = Date.parse('2030-01-01T11:01:00.000Z') / 1000;
  const ticket = issueTicket(sealing, { ...granted, opensUntil });
  expect(openTicket(sealing, ticket)).toMatchObject(granted);
  jest.setSystemTime(opensUntil * 1000);
  expect(openTicket(sealing, ticket)).toBeUndefined();
});

test('what was sealed for anything else is no ticket, whatever it says', () => {
  const sealing = createSealing(generateKey());
  const ticket = { ...granted, expiresAt: Date.now() / 1000 + 60 };
  const { developer, thing: id } = ticket;
  expect(openTicket(sealing, issueTicket(sealing, ticket))).toEqual(ticket);
  // The input of an action is whatever a caller sends, and comes back sealed.
  for (const value of [ticket, { ticket }]) {
    const input = sealing.seal({ purpose: 'interactions.input', developer, id }, value);
    expect(openTicket(sealing, input)).toBeUndefined();
  }
  const other = createSealing(generateKey());
  expect(openTicket(sealing, issueTicket(other, ticket))).toBeUndefined();
});
