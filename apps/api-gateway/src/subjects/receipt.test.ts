import { expect, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { receiptKeys, signReceipt } from './receipt.js';

const ended = {
  id: '0190b1f4-6d5c-7cc0-8000-000000000001',
  developer: 'acme',
  status: 'completed' as const,
  requested: '2026-11-30T12:00:00.000Z',
  ended: '2026-11-30T12:00:20.000Z',
  clients_left: 0,
  erased: { things: 3 },
};

const keysOf = async (keys: string) =>
  createLocalJWKSet((await receiptKeys(createSealing(keys))) as JSONWebKeySet);

test('a receipt is the same whenever it is read, and is verified after its key was replaced', async () => {
  const [old, current] = [generateKey(), generateKey()];
  const receipt = await signReceipt(createSealing(old), 'https://trellis.example', ended);
  expect(await signReceipt(createSealing(old), 'https://trellis.example', ended)).toBe(receipt);
  const { payload } = await compactVerify(receipt, await keysOf(`${current},${old}`));
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
    iss: 'https://trellis.example',
    sub: 'acme',
    jti: ended.id,
    requested: ended.requested,
    ended: ended.ended,
    erased: { things: 3 },
  });
  const other = await keysOf(generateKey());
  await expect(compactVerify(receipt, other)).rejects.toMatchObject({
    code: 'ERR_JWKS_NO_MATCHING_KEY',
  });
});

test('the keys of receipts are public', async () => {
  const { keys } = await receiptKeys(createSealing(generateKey()));
  expect(keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }]);
  expect(keys[0]).not.toHaveProperty('d');
});
