import { expect, test } from '@jest/globals';
import { requesterFor, requesterOf } from './requester.js';

const ofPerson = {
  developer: 'acme',
  app: 'console',
  actor: { type: 'person' as const, id: 'ada@acme.example' },
  scopes: [],
  expiresAt: 0,
};

test('the person who uses an app is stored with what they request', () => {
  const stored = requesterOf({ bearer: ofPerson, requestId: 'r' });
  expect(stored).toMatchObject({ app: 'console', person: 'ada@acme.example', request_id: 'r' });
  const { actor: _nobody, ...ofApp } = ofPerson;
  expect(requesterOf({ bearer: ofApp, requestId: 'r' })).not.toHaveProperty('person');
});

test('end users do not see which person used an app', () => {
  const requester = { app: 'console', person: 'ada@acme.example' };
  expect(requesterFor({}, requester)).toEqual(requester);
  expect(JSON.stringify(requesterFor({ subject: 'alice' }, requester))).not.toContain('ada');
});
