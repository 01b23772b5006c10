import { expect, jest, test } from '@jest/globals';
import type { Tokens } from './storage.js';
import { renewing, tokensOf } from './tokens.js';

const fresh: Tokens = {
  accessToken: 'first',
  refreshToken: 'refresh',
  name: 'Jane',
  renewAt: Infinity,
  expiresAt: Infinity,
};

function start(tokens: Tokens, renewed: Tokens | undefined = { ...fresh, accessToken: 'second' }) {
  const renew = jest.fn(async () => renewed);
  const onRenewed = jest.fn();
  const end = jest.fn(() => new Error('ended'));
  return { token: renewing({ tokens, renew, onRenewed, end }), renew, onRenewed, end };
}

test('a token is used until it has to be renewed', async () => {
  const { token, renew } = start(fresh);
  expect(await token({})).toBe('first');
  expect(renew).not.toHaveBeenCalled();
});

test('concurrent callers share one renewal', async () => {
  const { token, renew, onRenewed } = start({ ...fresh, renewAt: 0 });
  expect(await Promise.all([token({}), token({}), token({})])).toEqual(Array(3).fill('second'));
  expect(renew).toHaveBeenCalledTimes(1);
  expect(onRenewed).toHaveBeenCalledWith({ ...fresh, accessToken: 'second' });
});

test('a rejected token is renewed, and only that one', async () => {
  const { token, renew } = start(fresh);
  expect(await token({ rejected: 'first' })).toBe('second');
  expect(await token({ rejected: 'first' })).toBe('second');
  expect(renew).toHaveBeenCalledTimes(1);
});

test('without a refresh token, the session ends once when the token expires', async () => {
  const { token, renew, end } = start({ ...fresh, refreshToken: undefined, renewAt: 0 });
  expect(await token({})).toBe('first');
  await expect(token({ rejected: 'first' })).rejects.toThrow('ended');
  await expect(token({})).rejects.toThrow('ended');
  expect(renew).not.toHaveBeenCalled();
  expect(end).toHaveBeenCalledTimes(1);
});

test('a rejected refresh token ends the session', async () => {
  const renew = jest.fn(async () => undefined);
  const end = () => new Error('ended');
  const token = renewing({ tokens: { ...fresh, renewAt: 0 }, renew, onRenewed: () => {}, end });
  await expect(Promise.all([token({}), token({})])).rejects.toThrow('ended');
  expect(renew).toHaveBeenCalledTimes(1);
});

test('an unreachable issuer does not end the session', async () => {
  const { token, renew, end } = start({ ...fresh, renewAt: 0 });
  renew.mockRejectedValueOnce(new Error('away'));
  await expect(token({})).rejects.toThrow('away');
  expect(await token({})).toBe('second');
  expect(end).not.toHaveBeenCalled();
});

test('tokens that a renewal does not replace are retained', () => {
  const before = { ...fresh, idToken: 'id' };
  const renewed = tokensOf({ access_token: 'a', token_type: 'bearer', expires_in: 600 }, before);
  expect(renewed).toMatchObject({
    accessToken: 'a',
    refreshToken: 'refresh',
    idToken: 'id',
    name: 'Jane',
  });
  expect(renewed.expiresAt - renewed.renewAt).toBe(60_000);
});
