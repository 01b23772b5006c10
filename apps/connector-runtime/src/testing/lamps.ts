import { randomUUID } from 'node:crypto';
import { property, action, type Device } from '@trellis/connector-sdk';
import type { BatchItem, ConnectorsContract, Input, QuotaLimits } from '@trellis/contracts';
import { cancelBatch, listBatchResults, readBatch } from '../interactions/bulk/batches.js';
import { runGroup } from '../interactions/bulk/run.js';
import { previewBatch, startBatch } from '../interactions/bulk/start.js';
import { createOutbox } from '../delivery/outbox.js';
import { createTargetReader } from '../interactions/claim.js';
import { roomyBulkhead } from './bulkhead.js';
import { insertClient } from './clients.js';
import { testConnector } from './connector.js';
import type { TestDatabase } from './database.js';
import { silentLog } from './log.js';
import { recordingQueue, recordingScheduler } from './queues.js';
import { sessionNeeds } from './session.js';
import { recordingUnits } from './units.js';

type Start = Input<ConnectorsContract, 'batches.start'>;

/** A command for a lamp. */
export interface SentCommand {
  lamp: string;
  client: string;
}

interface LampsSetting {
  clients?: number;
  /** Of each client. */
  lamps?: number;
  /** Responds to a command. */
  act?: (command: SentCommand) => Promise<unknown>;
  quotas?: Partial<QuotaLimits<'connectors'>>;
  /** May throw in place of units-service. */
  refuse?: () => void;
}

const context = () => ({ expiresAt: Date.now() + 60_000 });

/** Lamps of some clients of one instance, for batches. */
export async function lampsOf(
  testing: TestDatabase,
  { clients = 2, lamps = 3, act = async () => undefined, quotas = {}, refuse }: LampsSetting = {},
) {
  const describe = (id: string): Device => {
    const command = { lamp: id, client: id.split(' ')[0]! };
    return {
      id,
      title: 'Lamp',
      abilities: [
        property('on', { type: 'boolean' }, { write: () => command }),
        action('blink', { title: 'Blink' }, () => command),
      ],
    };
  };
  const connector = testConnector({
    poll: async () => ({ devices: [] }),
    find: async (_remote, { id }) => describe(id),
    send: (_remote, command) => act(command as SentCommand),
  });
  const session = sessionNeeds(testing, [connector]);
  const { database, sealing } = session;
  const deliveries = recordingQueue<{ delivery: string }>();
  const groups = recordingScheduler<{ group: string }>();
  const ended: string[] = [];
  const stop = new AbortController();
  const { units, writes, requests } = recordingUnits(refuse);
  const needs = {
    ...session,
    units,
    groups,
    polls: recordingScheduler<{ client: string }>(),
    pollRequests: { add: () => undefined, follow: () => undefined, stop: () => undefined },
    outbox: createOutbox({ sealing, deliveries, log: silentLog }),
    publishEnded: async (id: string) => void ended.push(id),
    quotas: { ...session.quotas, ...quotas },
    bulkhead: roomyBulkhead({ stopping: stop.signal }),
    readTarget: createTargetReader(testing.pool),
    openConnections: { perform: async () => undefined },
    stopping: stop.signal,
    log: silentLog,
  };

  const first = await insertClient(needs, 'test');
  const { developer, instance } = first;
  const items: BatchItem[] = [];
  for (let number = 0; number < clients; number += 1) {
    const { key, id } = number === 0 ? first : await addClient(String(number));
    for (let index = 0; index < lamps; index += 1) {
      const thing = randomUUID();
      const entity = `${number} ${index}`;
      await database.mapping.create({
        data: { clientKey: key, entity, thing, fingerprint: '', available: true },
      });
      items.push({ thing, creator: { kind: 'client', id }, idempotent: false });
    }
  }

  function addClient(name: string) {
    const id = randomUUID();
    const binding = { purpose: 'clients.configuration', developer, id } as const;
    const configuration = sealing.seal(binding, {});
    const row = { id, developer, subject: 'alice', name, connectorType: 'test', configuration };
    return database.client.create({ data: { ...row, instanceKey: instance.key } });
  }

  const request = (more: Partial<Start> = {}): Start => {
    const id = randomUUID();
    const binding = { purpose: 'interaction_batches.input', developer, id } as const;
    return {
      caller: { developer },
      id,
      operation: 'writeproperty',
      name: 'on',
      items,
      input: sealing.seal(binding, false),
      expires: new Date(Date.now() + 60_000).toISOString(),
      ...more,
    };
  };
  const on = (id: string, caller: Start['caller'] = { developer }) => ({ id, caller });
  return {
    needs,
    /** Stops the service. */
    stop: () => stop.abort(),
    developer,
    instance: instance.id,
    items,
    ended,
    writes,
    requests,
    deliveries: deliveries.added,
    groups: groups.started,
    request,
    start: (given: Start) => startBatch(needs, given as never, context()),
    preview: ({ caller, operation, items }: Start) =>
      previewBatch(needs, { caller, operation, items }, context()),
    run: (group = instance.id) => runGroup(needs, { group }),
    /** Runs a group until it has nothing more to do. */
    async runAll(group = instance.id) {
      while ((await runGroup(needs, { group })) !== 'ended');
    },
    cancel: (id: string) => cancelBatch(needs, on(id), context()),
    read: (id: string, caller?: Start['caller']) => readBatch(needs, on(id, caller), context()),
    async results(id: string, page: { limit?: number; cursor?: string } = {}) {
      const whole = { ...on(id), page: { limit: 1000, ...page } };
      return listBatchResults(needs, whole, context());
    },
    row: (id: string) => database.batch.findUniqueOrThrow({ where: { id } }),
    async pending() {
      const where = { developer_quota: { developer, quota: 'pending_interactions' } };
      return Number((await database.usage.findUnique({ where }))?.used ?? 0);
    },
  };
}
