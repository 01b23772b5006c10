import { expect, test } from '@jest/globals';
import { connectorsContract, unitsContract } from './services.js';
import {
  answerTimeoutMs,
  authorizationTimeouts,
  removalTimeouts,
  changeTimeouts,
  hookTimeouts,
} from './timeouts.js';

test('the waits of a removal are nested', () => {
  const { thingsMs, unregistrationMs, revocationMs, attemptMs, callMs } = removalTimeouts;
  expect(attemptMs).toBeGreaterThan(thingsMs + unregistrationMs + revocationMs);
  expect(callMs).toBeGreaterThan(attemptMs);
});

test('the wait for an authorization exceeds the exchange of its code', () => {
  expect(authorizationTimeouts.callMs).toBeGreaterThan(authorizationTimeouts.exchangeMs);
});

test('the wait for a change of configuration exceeds the poll that tries it', () => {
  expect(changeTimeouts.callMs).toBeGreaterThan(changeTimeouts.pollMs);
});

test('the wait for what a vendor tells exceeds that for its connector', () => {
  expect(hookTimeouts.callMs).toBeGreaterThan(hookTimeouts.receiveMs);
});

test('no caller waits longer than it must', () => {
  expect(removalTimeouts.callMs).toBeLessThan(answerTimeoutMs);
  expect(authorizationTimeouts.callMs).toBeLessThan(answerTimeoutMs);
  expect(changeTimeouts.callMs).toBeLessThan(answerTimeoutMs);
  expect(hookTimeouts.callMs).toBeLessThan(answerTimeoutMs);
});

test('the rows of the calls use these waits', () => {
  expect(unitsContract.calls['things.remove_all'].timeoutMs).toBe(removalTimeouts.thingsMs);
  expect(connectorsContract.calls['clients.remove'].timeoutMs).toBe(removalTimeouts.callMs);
  expect(connectorsContract.calls['clients.update'].timeoutMs).toBe(changeTimeouts.callMs);
  expect(connectorsContract.calls['authorizations.complete'].timeoutMs).toBe(
    authorizationTimeouts.callMs,
  );
});
