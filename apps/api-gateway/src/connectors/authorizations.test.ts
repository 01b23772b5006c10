import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const begin = '/api/v1/connectors/authorizations/ticket';
const authorized = (state: string) => `/api/v1/connectors/authorized?state=${state}&code=code`;

/** The first 32 digits of `printf <state> | sha256sum`. */
const nameOf = {
  first: 'authorization-a7937b64b8caa58f03721bb6bacf5c78',
  second: 'authorization-16367aacb67a4a017c8da8ab95682ccb',
};

/** The input of calls about a browser, which is identified by the SHA-256 of its secret. */
type BrowserInput = { browser?: string; accept_other_account?: boolean; prompt?: string };

let calls: Calls;
let gateway: TestGateway;
let begun: BrowserInput[];
let completed: BrowserInput[];
beforeEach(() => {
  begun = [];
  completed = [];
  const states = ['first', 'second', 'third'];
  calls = {
    'authorizations.begin': (input: BrowserInput) => {
      begun.push(input);
      return { location: 'https://provider.example/', state: states.shift() };
    },
    'authorizations.complete': (input: BrowserInput) => {
      completed.push(input);
      return {
        location: 'https://app.example/',
        client: randomUUID(),
        developer: 'developer',
        subject: 'alice',
      };
    },
  };
});
afterEach(() => gateway.close());

const cookieOf = (response: Response) => response.headers.get('set-cookie')!;
const pairOf = (response: Response) => cookieOf(response).split(';')[0]!;

describe('a browser that begins an authorization', () => {
  test('gets a cookie that no script and no other host can read', async () => {
    gateway = await startGateway(calls, {}, 'https://trellis.example');
    const response = await gateway.request(begin);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('https://provider.example/');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const [pair, ...attributes] = cookieOf(response).split('; ');
    expect(pair).toMatch(new RegExp(`^__Host-${nameOf.first}=[\\w-]{43}$`));
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      'Max-Age=600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
  });

  test('keeps the secret to itself: the services hear its digest', async () => {
    gateway = await startGateway(calls);
    const response = await gateway.request(begin);
    const secret = pairOf(response).split('=')[1]!;
    expect(begun[0]!.browser).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(begun)).not.toContain(secret);
    await gateway.request(authorized('first'), { headers: { cookie: pairOf(response) } });
    expect(completed[0]!.browser).toBe(begun[0]!.browser);
  });

  test('says which account the end user wants, if that matters', async () => {
    gateway = await startGateway(calls);
    const queries = ['', '?accept_other_account=true', '?accept_other_account=false&prompt=login'];
    for (const query of queries) await gateway.request(`${begin}${query}`);
    expect(begun).toMatchObject([
      { browser: expect.any(String) },
      { accept_other_account: true },
      { accept_other_account: false, prompt: 'login' },
    ]);
    expect(begun[0]).not.toHaveProperty('accept_other_account');
    expect(begun[0]).not.toHaveProperty('prompt');
    for (const query of ['?accept_other_account=yes', '?prompt=none']) {
      expect((await gateway.request(`${begin}${query}`)).status).toBe(400);
    }
    expect(begun).toHaveLength(queries.length);
  });

  test('can have several under way, and is recognized for each', async () => {
    gateway = await startGateway(calls);
    const first = await gateway.request(begin);
    const second = await gateway.request(begin);
    expect(pairOf(first)).toMatch(nameOf.first);
    expect(pairOf(second)).toMatch(nameOf.second);
    const cookie = `theme=dark; ${pairOf(first)}; ${pairOf(second)}`;
    const back = await gateway.request(authorized('second'), { headers: { cookie } });
    expect(back.status).toBe(303);
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    expect(completed[0]!.browser).toBe(begun[1]!.browser);
    // The cookie has served its purpose.
    expect(cookieOf(back)).toMatch(new RegExp(`^${nameOf.second}=; Max-Age=0; Path=/;`));
    await gateway.request(authorized('first'), { headers: { cookie: pairOf(second) } });
    expect(completed[1]).not.toHaveProperty('browser');
  });
});

describe('a problem of an authorization', () => {
  beforeEach(async () => {
    gateway = await startGateway(calls);
    calls['authorizations.complete'] = () => {
      throw new Problem('other_browser', 'Another browser has begun it.');
    };
  });

  test('is shown to a person as a page that says what to do', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const headers = { accept, 'x-request-id': 'my-id' };
    const response = await gateway.request(authorized('first'), { headers });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await response.text();
    expect(page).toContain('The authorization was begun in another browser.');
    expect(page).toContain('Go back to the app and start again.');
    expect(page).toContain('Request my-id');
  });

  test('says to a browser when to come again, too', async () => {
    calls['authorizations.complete'] = () => {
      throw new Problem('unavailable', 'Down.');
    };
    const response = await gateway.request(authorized('first'), {
      headers: { accept: 'text/html' },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await response.text()).toContain('Wait a moment, then try again.');
  });

  test('is a problem document for a program', async () => {
    const response = await gateway.request(authorized('first'));
    expect(response.headers.get('content-type')).toMatch('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 400, remedy: 'reauthorize' });
  });
});
