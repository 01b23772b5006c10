import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import jwt from 'jsonwebtoken';
import type { TokenFault } from '@trellis/contracts';
import { createTokenVerifier } from './token.js';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

const sign = (
  { privateKey }: Pick<Keys, 'privateKey'>,
  alg: string,
  claims: Record<string, unknown> = {},
  header = {},
) =>
  new SignJWT({ sub: 'developer', scope: 'a b', ...claims })
    .setProtectedHeader({ alg, kid: alg, ...header })
    .setExpirationTime('1h')
    .sign(privateKey, { crit: { subject_bound: true } });

const fault = (reason: TokenFault) => ({ code: 'invalid_token', extras: { reason } });

const bearer = { developer: 'developer', app: 'developer', scopes: ['a', 'b'] };

describe.each(['RS256', 'ES256', 'EdDSA'])(
  'a token of an external issuer signed with %s',
  (alg) => {
    let keys: Keys;
    let issuer: Server;
    let jwksUrl: string;
    beforeAll(async () => {
      keys = await generateKeyPair(alg, { extractable: true });
      const key = { ...(await exportJWK(keys.publicKey)), kid: alg, alg };
      issuer = createServer((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ keys: [key] }));
      }).listen(0, '127.0.0.1');
      await once(issuer, 'listening');
      jwksUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
    });
    afterAll(() => void issuer.close());

    test('is accepted with its public key', async () => {
      const verify = createTokenVerifier({ publicKey: await exportSPKI(keys.publicKey) });
      await expect(verify(await sign(keys, alg))).resolves.toMatchObject(bearer);
    });

    test('is accepted with the key set of the issuer', async () => {
      const verify = createTokenVerifier({ jwksUrl });
      await expect(verify(`Bearer ${await sign(keys, alg)}`)).resolves.toMatchObject(bearer);
    });

    test('is rejected when another key signed it', async () => {
      const others = await generateKeyPair(alg);
      const verify = createTokenVerifier({ jwksUrl });
      const forged = await sign(others, alg);
      await expect(verify(forged)).rejects.toMatchObject(fault('wrong_signature'));
    });

    test('must have the configured issuer and audience', async () => {
      const verify = createTokenVerifier({ jwksUrl, issuer: 'us', audience: 'trellis' });
      const right = await sign(keys, alg, { iss: 'us', aud: ['trellis'] });
      await expect(verify(right)).resolves.toMatchObject(bearer);
      const refused: [object, TokenFault][] = [
        [{}, 'wrong_issuer'],
        [{ iss: 'us' }, 'wrong_audience'],
        [{ iss: 'us', aud: 'them' }, 'wrong_audience'],
        [{ iss: 'them', aud: 'trellis' }, 'wrong_issuer'],
        [{ iss: 'us', aud: 'trellis', nbf: Date.now() / 1000 + 60 }, 'not_yet_valid'],
        [{ iss: 'us', aud: 'trellis', sub: '' }, 'wrong_claims'],
      ];
      for (const [claims, reason] of refused) {
        const wrong = await sign(keys, alg, { ...claims });
        await expect(verify(wrong)).rejects.toMatchObject(fault(reason));
      }
      await expect(verify(`${right}.more`)).rejects.toMatchObject(fault('malformed'));
      await expect(verify('Basic YTpi')).rejects.toMatchObject(fault('malformed'));
    });
  },
);

test('a token with critical extensions is rejected, whatever they are and however it is signed', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const external = createTokenVerifier({ publicKey: await exportSPKI(publicKey) });
  const secret = 'a secret of the tests that is long enough';
  const own = createTokenVerifier({ secret });
  for (const header of [{ crit: ['b64'], b64: true }, { crit: [] }, { crit: ['exp'], exp: 1 }]) {
    const payload = { sub: 'developer', exp: Math.floor(Date.now() / 1000) + 60 };
    const signed = jwt.sign(payload, secret, { header: { alg: 'HS256', ...header } });
    await expect(own(signed)).rejects.toMatchObject({ code: 'invalid_token' });
  }
  const signed = await sign({ privateKey }, 'ES256', {}, { crit: ['b64'], b64: true });
  await expect(external(signed)).rejects.toMatchObject({ code: 'invalid_token' });
});

test('a key set that cannot be fetched is answered with unavailable, not with invalid_token', async () => {
  const verify = createTokenVerifier({ jwksUrl: 'http://127.0.0.1:1/keys' });
  const token = await sign(await generateKeyPair('ES256'), 'ES256');
  await expect(verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test.each([
  [
    'scp as a text',
    { scp: 'svc.units.read svc.units.admin' },
    ['svc.units.read', 'svc.units.admin'],
  ],
  ['scp as a list', { scp: ['svc.units.read', 5] }, ['svc.units.read']],
  ['roles', { scope: 'openid', roles: ['svc.units.read'] }, ['openid', 'svc.units.read']],
  ['no known claim', { permissions: ['svc.units.read'], scp: {} }, []],
])('scopes are read from %s', async (_name, claims, scopes) => {
  const keys = await generateKeyPair('ES256', { extractable: true });
  const publicKey = await exportSPKI(keys.publicKey);
  const verify = createTokenVerifier({ publicKey, scopeClaims: ['scope', 'scp', 'roles'] });
  const token = await sign(keys, 'ES256', { scope: undefined, ...claims });
  await expect(verify(token)).resolves.toMatchObject({ scopes });
});

test('the app is azp, else client_id, else sub', async () => {
  const keys = await generateKeyPair('ES256', { extractable: true });
  const verify = createTokenVerifier({ publicKey: await exportSPKI(keys.publicKey) });
  const appOf = async (claims: object) =>
    (await verify(await sign(keys, 'ES256', { ...claims }))).app;
  expect(await appOf({ azp: 'one', client_id: 'two' })).toBe('one');
  expect(await appOf({ client_id: 'two' })).toBe('two');
  expect(await appOf({})).toBe('developer');
});

test('a token is bound to the end user of its claim, and one without a valid end user is no token', async () => {
  const keys = await generateKeyPair('ES256', { extractable: true });
  const verify = createTokenVerifier({ publicKey: await exportSPKI(keys.publicKey) });
  const verified = async (claims: Record<string, unknown>, header = {}) =>
    verify(await sign(keys, 'ES256', claims, header));
  const critical = { crit: ['subject_bound'], subject_bound: true };
  expect(await verified({ external_subject_id: 'alice' })).toMatchObject({ subject: 'alice' });
  expect(await verified({ external_subject_id: 'alice' }, critical)).toMatchObject({
    subject: 'alice',
  });
  expect(await verified({})).not.toHaveProperty('subject');
  for (const subject of [null, '', 5, ['alice'], '.', 'a\u0000', 'x'.repeat(257)]) {
    const refused = verified({ external_subject_id: subject });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_token' });
  }
  await expect(verified({}, critical)).rejects.toMatchObject({ code: 'invalid_token' });
  const denied = { ...critical, subject_bound: false };
  const refused = verified({ external_subject_id: 'alice' }, denied);
  await expect(refused).rejects.toMatchObject({ code: 'invalid_token' });
});
