import { randomUUID } from 'node:crypto';
import { action, property, type Device } from '@trellis/connector-sdk';
import type { Requester } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { createClaims, createTargetReader } from '../interactions/claim.js';
import { performInteraction } from '../interactions/perform.js';
import { readInteraction } from '../interactions/read.js';
import { roomyBulkhead } from './bulkhead.js';
import { insertClient } from './clients.js';
import { testConnector } from './connector.js';
import type { TestDatabase } from './database.js';
import { silentLog } from './log.js';
import { recordingScheduler } from './queues.js';
import { sessionNeeds } from './session.js';
import { recordingUnits } from './units.js';

const lock = (id: string): Device => ({
  id,
  title: 'Lock',
  abilities: [
    action('unlock', { title: 'Unlock' }, (input: unknown) => input),
    property('mode', { type: 'string' }, { write: (mode: unknown) => ({ mode }) }),
    property(
      'volume',
      { type: 'number', transition: true },
      { write: (volume: unknown, transitionMs) => ({ volume, transitionMs }) },
    ),
  ],
});

/** An interaction with a lock whose connector performs commands as `act` says. */
export async function requestedInteraction(
  testing: TestDatabase,
  act: (command: unknown) => Promise<unknown>,
  {
    operation = 'invokeaction',
    name = 'unlock' as string | null,
    input = { code: '1234' } as unknown,
    idempotent = false,
    status = 'pending',
    requested = new Date(),
    transitionMs = null as number | null,
    timeoutMs = 60_000,
    queueUntil = null as Date | null,
    requester = undefined as Requester | undefined,
    stored = {} as { available?: boolean; problem?: string; errorCode?: string },
    refuse = (): void => {},
    confirmAfterMs = undefined as number | undefined,
  } = {},
) {
  const found: { id: string; handle: string | undefined }[] = [];
  const connector = testConnector({
    poll: async () => ({ devices: [] }),
    async find(_remote, device) {
      found.push(device);
      return lock(device.id);
    },
    send: (_remote, command) => act(command),
    confirmAfterMs: () => confirmAfterMs,
  });
  const followed: { client: string; after: unknown }[] = [];
  const { database, ...session } = sessionNeeds(testing, [connector]);
  const polls = recordingScheduler<{ client: string }>();
  const ended: string[] = [];
  const { units, requests, withdrawals } = recordingUnits(refuse);
  const needs = {
    ...session,
    database,
    units,
    polls,
    pollRequests: {
      add: () => undefined,
      follow: (client: string, after?: object) => void followed.push({ client, after }),
      stop: () => undefined,
    },
    publishEnded: async (id: string) => void ended.push(id),
    bulkhead: roomyBulkhead({ timeoutMs }),
    claimInteraction: createClaims(testing.pool),
    readTarget: createTargetReader(testing.pool),
    openConnections: { perform: async () => undefined },
    log: silentLog,
  };
  const client = await insertClient(needs, 'test');
  const { developer } = client;
  const thing = randomUUID();
  const { errorCode = null, ...knownState } = stored;
  const mapping = (entity: string, thing: string, handle: string) => ({
    clientKey: client.key,
    fingerprint: 'as it was',
    available: true,
    entity,
    thing,
    handle,
  });
  await database.mapping.createMany({
    data: [
      mapping('another lock', randomUUID(), '192.0.2.7'),
      { ...mapping('lock', thing, '192.0.2.1'), ...knownState },
    ],
  });
  await database.client.update({ where: { id: client.id }, data: { errorCode } });
  const id = randomUUID();
  await database.interaction.create({
    data: {
      id,
      developer,
      subject: 'alice',
      thing,
      clientId: client.id,
      operation,
      name,
      idempotent,
      status,
      requested,
      queueUntil,
      transitionMs,
      requester,
      input: session.sealing.seal({ purpose: 'interactions.input', developer, id }, input),
    },
  });
  const readAs = (caller: { developer: string; subject?: string }) =>
    answerOne(readInteraction, session, { caller, id });
  return {
    id,
    client,
    found,
    ended,
    requests,
    withdrawals,
    thing,
    mapping: () => database.mapping.findFirstOrThrow({ where: { thing } }),
    ranNow: polls.ranNow,
    followed,
    perform: (attempt = { number: 1, isLast: false }) =>
      performInteraction(needs, { interaction: id }, attempt),
    read: () => readAs({ developer }),
    readAs,
    row: () => database.interaction.findUniqueOrThrow({ where: { id } }),
    units,
    publishEnded: needs.publishEnded,
    database,
  };
}
