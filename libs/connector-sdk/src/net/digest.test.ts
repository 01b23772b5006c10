import { describe, expect, test } from '@jest/globals';
import { digestAuthorization, digestChallengeIn, type DigestRequest } from './authentication.js';

/** The example of RFC 7616, section 3.9.1. */
const example = {
  username: 'Mufasa',
  password: 'Circle of Life',
  method: 'GET',
  uri: '/dir/index.html',
  count: 1,
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

const challengeOf = (algorithm: string, more = '') =>
  'Digest realm="http-auth@example.org", qop="auth, auth-int", ' +
  `algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ` +
  `opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"${more}`;

const authorize = (header: string, more: Partial<DigestRequest> = {}) =>
  digestAuthorization({ ...example, challenge: digestChallengeIn(header)!, ...more });

describe('the answer to a challenge', () => {
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('with %s is that of RFC 7616, section 3.9.1', (algorithm, response) => {
    expect(authorize(challengeOf(algorithm))).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", ' +
        `algorithm=${algorithm}, qop=auth, nc=00000001, ` +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", ' +
        `response="${response}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    );
  });

  test('with a hashed user name has the hash of RFC 7616, section 3.9.2', () => {
    const header =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, ' +
      'nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
      'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true';
    const authorization = authorize(header, {
      username: 'Jäsøn Doe',
      password: 'Secret, or not?',
      uri: '/doe.json',
      clientNonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
    });
    // Erratum 4897 corrects the values: the RFC itself used a draft of SHA-512/256.
    expect(authorization).toContain(
      'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"',
    );
    expect(authorization).toContain(
      'response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"',
    );
    expect(authorization).toMatch(/, userhash=true$/);
  });

  test('of a server that speaks RFC 2069 has no qop', () => {
    const header =
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", ' +
      'opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const given = { username: 'Mufasa', password: 'CircleOfLife', uri: '/dir/index.html' };
    // The erratum 749 of RFC 2069 has this value.
    expect(authorize(header, given)).toContain('response="1949323746fe6a43ef61f9606e7febea"');
    expect(authorize(header, given)).not.toMatch(/qop|nc=|cnonce/);
  });

  test('counts in hexadecimal, with eight digits', () => {
    expect(authorize(challengeOf('MD5'), { count: 266 })).toContain('nc=0000010a');
  });

  test('of a session hashes both nonces with the password', () => {
    // MD5(MD5("u:r:p") ":n:c") and so on, computed with md5sum.
    const header = 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5-sess';
    const given = { username: 'u', password: 'p', uri: '/', clientNonce: 'c' };
    expect(authorize(header, given)).toContain('response="6e4aac8b22e97762f88ccd0d5ccf5b1d"');
  });

  test('escapes a user name in ASCII and encodes any other one', () => {
    expect(authorize(challengeOf('MD5'), { username: 'a"b\\c' })).toContain(
      String.raw`username="a\"b\\c"`,
    );
    expect(authorize(challengeOf('MD5'), { username: "Jäsøn' Doe" })).toContain(
      "username*=UTF-8''J%C3%A4s%C3%B8n%27%20Doe,",
    );
  });
});

describe('of several challenges', () => {
  test('the strongest is taken, wherever it is', () => {
    const [md5, sha] = [challengeOf('MD5'), challengeOf('SHA-256')];
    const basic = 'Basic realm="a, Digest b"';
    for (const header of [[md5, sha], `${md5}, ${sha}`, `${basic}, ${sha}, ${md5}`, [basic, sha]]) {
      expect(digestChallengeIn(header)).toMatchObject({ algorithm: 'SHA-256' });
    }
  });

  test.each([
    ['none', undefined],
    ['another scheme', 'Basic realm="device"'],
    ['a token', 'Negotiate abc=='],
    ['no nonce', 'Digest realm="device"'],
    ['an unknown hash function', challengeOf('SHA-1')],
    [
      'a quality of protection that is not supported',
      'Digest realm="a", nonce="b", qop="auth-int"',
    ],
    ['a nonce that cannot be sent back', 'Digest realm="a", nonce="ä"'],
    ['a text that does not end', 'Digest realm="a", nonce="b'],
    ['nonsense', '=,"\\'],
  ])('%s cannot be answered', (_what, header) => {
    expect(digestChallengeIn(header)).toBeUndefined();
  });

  test('spaces, case, escapes and unknown parameters do not matter', () => {
    const header = String.raw`dIGEST  REALM = "a \"b\"" ,nonce=n , ,stale=TRUE,Algorithm="sha-256"`;
    expect(digestChallengeIn(header)).toEqual({
      realm: 'a "b"',
      nonce: 'n',
      opaque: undefined,
      algorithm: 'SHA-256',
      hasQop: false,
      isUserHashed: false,
    });
  });
});
