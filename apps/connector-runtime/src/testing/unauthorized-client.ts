import type { ResolverOf } from '@trellis/connector-sdk';
import type { NetatmoPeer } from '@trellis/connectors/testing';
import { redeemTicket, createTicket } from '../clients/authorization/begin.js';
import { completeAuthorization } from '../clients/authorization/complete.js';
import { revokeGrant } from '../clients/authorization/revoke.js';
import { openGrant, sealGrant } from '../oauth/grant.js';
import { insertClient } from './clients.js';
import type { TestDatabase } from './database.js';
import { silentLog } from './log.js';
import { oauth2Connector } from './oauth2-connector.js';
import { recordingScheduler } from './queues.js';
import { sessionNeeds } from './session.js';

export const redirectUri = 'http://localhost/authorized';
const context = { expiresAt: Infinity };

/** The digest of a browser's secret. */
export const browser = 'b'.repeat(64);

interface Surroundings {
  testing: TestDatabase;
  peer: NetatmoPeer;
}

type Choice = { accept_other_account?: boolean; prompt?: 'login' };

/** A client that the end user has yet to authorize. */
export async function unauthorizedClient(
  { testing, peer }: Surroundings,
  { server = {}, ...more }: { resolverOf?: ResolverOf; server?: object } = {},
) {
  const needs = {
    ...sessionNeeds(testing, [oauth2Connector]),
    polls: recordingScheduler<{ client: string }>(),
    log: silentLog,
    ...more,
  };
  const { database, sealing } = needs;
  const client = await insertClient(needs, 'test', {
    instance: { ...peer.instance, ...server },
  });
  const { id } = client;
  const begin = async (ticket = createTicket(needs, id), choice: Choice = {}) => {
    const input = { ticket, redirect_uri: redirectUri, browser, ...choice };
    return new URL((await redeemTicket(needs, input, context)).location!);
  };
  /** The answer that a browser brings; one without a cookie has no digest. */
  const complete = async (parameters: Record<string, string>, brought: string | null = browser) => {
    const answer = {
      parameters,
      redirect_uri: redirectUri,
      ...(brought !== null && { browser: brought }),
    };
    return new URL((await completeAuthorization(needs, answer, context)).location);
  };
  return {
    id,
    needs,
    begin,
    complete,
    /** The end user consents with an account; returns the error, or undefined if there is none. */
    async authorizeAs(account: string, choice: Choice = {}) {
      const address = await begin(undefined, choice);
      const state = address.searchParams.get('state')!;
      const { searchParams } = await complete({ state, ...(await peer.consent(address, account)) });
      return searchParams.get('status') === 'authorized'
        ? undefined
        : (searchParams.get('error') ?? 'neither');
    },
    row: () =>
      database.client.findUniqueOrThrow({
        where: { id },
        select: { tokens: true, tokensExpire: true, account: true, leaseHolder: true },
      }),
    /** Whose the tokens are that are stored. */
    async tokensOf() {
      const { tokens } = await database.client.findUniqueOrThrow({ where: { id } });
      return peer.accountOf(openGrant(sealing, client, tokens!).access_token);
    },
    revoke: () => revokeGrant(needs, id),
    grant: async () =>
      database.client.update({
        where: { id },
        data: sealGrant(sealing, client, await peer.grant()),
      }),
  };
}
