import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { tokenAnswer, Unauthorized } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import * as oauth from 'openid-client';
import type { Browser, Page } from 'playwright-core';
import { authorize, decline, hasBrowser, startBrowser } from './testing/browser.js';
import { netatmo } from './connector.js';
import { scopes } from './testing/provider.js';
import { startNetatmo, type NetatmoPeer } from './testing/server.js';

const alice = { login: 'alice', password: 'secret' };
const all = scopes;

/** Where the provider redirects browsers to. */
let app: Server;
let redirectUri: string;
let browser: Browser;
let page: Page;
let peer: NetatmoPeer | undefined;

const inBrowser = hasBrowser ? describe : describe.skip;
inBrowser(`an end user in a browser${hasBrowser ? '' : ' (no chromium)'}`, () => {
  beforeAll(async () => {
    app = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>');
    });
    app.listen(0);
    await once(app, 'listening');
    redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/authorized`;
    browser = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    app?.closeAllConnections();
    app?.close();
  });
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
  });
  afterEach(async () => {
    await page.context().close();
    await peer?.stop();
    peer = undefined;
  });

  test('authorizes the app, and its token is valid for the API', async () => {
    const { exchange } = await begin();
    const { tokens, answer } = await exchange();
    expect(answer).toMatchObject({ scope: all, expires_in: 600, expire_in: 600 });
    const { devices } = await pollWith(tokens.access_token);
    expect(devices).toHaveLength(13);
    expect(peer!.refreshes()).toBe(0);
  });

  test('grants what was asked for and no more', async () => {
    const { exchange } = await begin({ scopes: ['read_station'] });
    const { tokens, answer } = await exchange();
    expect(answer.scope).toEqual(['read_station']);
    const { devices } = await pollWith(tokens.access_token);
    expect(devices).toHaveLength(6);
    await expect(
      netatmo.poll(contextWith(tokens.access_token, { weather: false })),
    ).rejects.toBeInstanceOf(Unauthorized);
  });

  test('need not log in again if the provider knows them', async () => {
    const first = await begin();
    await first.exchange();
    const again = await first.repeat();
    await expect(again.exchange()).resolves.toMatchObject({ tokens: expect.anything() });
  });

  test('who declines is redirected without a code', async () => {
    const { address } = await begin();
    await decline(page, address);
    const back = new URL(page.url()).searchParams;
    expect(back.get('error')).toBe('access_denied');
    expect(back.has('code')).toBe(false);
  });

  test('yields a code that is valid with its verifier only, and once', async () => {
    const { exchange } = await begin();
    const other = oauth.randomPKCECodeVerifier();
    await expect(exchange(other)).rejects.toMatchObject({ error: 'invalid_grant' });
    const { exchange: exchangeAgain } = await begin();
    await exchangeAgain();
    await expect(exchangeAgain(undefined, { stay: true })).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('is redirected at once without PKCE', async () => {
    const { address } = await begin();
    const without = new URL(address);
    for (const name of ['code_challenge', 'code_challenge_method'])
      without.searchParams.delete(name);
    await page.goto(without.href);
    expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_request');
  });

  test('keeps the app authorized by refresh tokens, each valid once', async () => {
    const { exchange, provider } = await begin();
    const { tokens } = await exchange();
    const next = await oauth.refreshTokenGrant(provider, tokens.refresh_token!);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(peer!.refreshes()).toBe(1);
    await expect(pollWith(next.access_token)).resolves.toMatchObject({ complete: true });
    const reused = oauth.refreshTokenGrant(provider, tokens.refresh_token!);
    await expect(reused).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('who revokes the grant ends it', async () => {
    const { exchange, provider } = await begin();
    const { tokens } = await exchange();
    await peer!.revokeAll();
    const refresh = oauth.refreshTokenGrant(provider, tokens.refresh_token!);
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(pollWith(tokens.access_token)).rejects.toBeInstanceOf(Unauthorized);
  });

  test('yields a token that expires', async () => {
    const { exchange } = await begin({ accessTokenTtl: 1 });
    const { tokens } = await exchange();
    await waitFor(async () => !(await peer!.knows(tokens.access_token)), { what: 'the expiry' });
    await expect(pollWith(tokens.access_token)).rejects.toBeInstanceOf(Unauthorized);
  });
});

/** The authorization server of the peer as the connector declares it. */
function providerOf({ instance }: NetatmoPeer, onAnswer: (answer: object) => void) {
  const { server, application } = netatmo.oauth2!;
  const { client_id, client_secret } = application(instance);
  const provider = new oauth.Configuration(
    { ...server(instance) },
    client_id,
    { client_secret },
    oauth.ClientSecretPost(client_secret),
  );
  oauth.allowInsecureRequests(provider);
  provider[oauth.customFetch] = async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    const text = await response.text();
    onAnswer(JSON.parse(text) as object);
    return Response.json(tokenAnswer({ status: response.status, text })!.body, response);
  };
  return provider;
}

/** Starts a provider, and the authorization of the app by it. */
async function begin({ scopes = all, accessTokenTtl = 600 } = {}) {
  peer ??= await startNetatmo({ redirectUri, accessTokenTtl });
  let answer: Record<string, unknown> = {};
  const provider = providerOf(peer, (given) => (answer = { ...given }));
  const request = async () => {
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    const address = oauth.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
    /** The end user authorizes, and the code is exchanged; with `stay` the code that is there already. */
    const exchange = async (pkceCodeVerifier = verifier, { stay = false } = {}) => {
      if (!stay) await authorize(page, address, alice);
      const back = new URL(page.url());
      const checks = { pkceCodeVerifier, expectedState: state };
      const tokens = await oauth.authorizationCodeGrant(provider, back, checks);
      return { tokens, answer };
    };
    return { address, exchange, provider };
  };
  return { ...(await request()), repeat: request };
}

function contextWith(token: string, client: object = {}) {
  const accessToken = async () => token;
  return contextFor(netatmo, { instance: peer!.instance, client, accessToken });
}

const pollWith = async (token: string) => netatmo.poll(contextWith(token));
