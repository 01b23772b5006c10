import {
  Problem,
  type Attributes,
  type WebhookData,
  type WebhookEventType,
  type WebhookMessageType,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type { JobQueue } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Sealing } from '@trellis/sealing';
import type { PoolClient } from 'pg';
import { v5 as uuidFrom, v7 as newId } from 'uuid';
import type { Queries } from '../database.js';
import { insertDeliveries, readSubscribers } from './outbox.sql.js';

/** An event for the developer's apps that subscribed to it. */
export type WebhookEvent = {
  [Type in WebhookEventType]: {
    /** An event that may be added again after a failure needs an id, so that it is delivered once. */
    id?: string;
    developer: string;
    type: Type;
    data: WebhookData<Type>;
  };
}[WebhookEventType];

/** A request to an app to perform an action of its thing. */
interface ActionRequest {
  interaction: string;
  developer: string;
  app: string;
  subject?: string | undefined;
  attributes?: Attributes | undefined;
  thing: string;
  action: string;
  input: unknown;
  idempotent: boolean;
}

/**
 * Stores messages to webhooks in the transaction of the change that they report, so that both happen or neither does.
 * They are delivered after the commit.
 */
export interface Outbox {
  /** Stores a message for each webhook that subscribed to the events; returns the deliveries. */
  add(db: PoolClient, events: WebhookEvent[]): Promise<string[]>;
  /** Stores an action request, once per interaction; throws `no_callback` without a webhook. */
  addActionRequest(tx: Queries, request: ActionRequest): Promise<string[]>;
  /** Starts deliveries after the commit. Never fails: the reconciliation starts those that could not be started. */
  flush(deliveries: string[]): Promise<void>;
}

interface Needs {
  sealing: Sealing;
  deliveries: JobQueue<{ delivery: string }>;
  log: Pick<Logger, 'warn'>;
}

export function createOutbox({ sealing, deliveries, log }: Needs): Outbox {
  const seal = <Type extends WebhookMessageType>(
    of: { developer: string; id: string },
    type: Type,
    data: WebhookData<Type>,
  ) =>
    sealing.seal(
      { purpose: 'deliveries.payload', ...of },
      { type, timestamp: new Date().toISOString(), data },
    );
  return {
    async add(db, events) {
      const messages = await addressed(db, events);
      const data = messages.map(({ webhookKey, event: { id: given, developer, type, data } }) => {
        const id = given === undefined ? newId() : uuidFrom(webhookKey, given);
        const payload = seal({ developer, id }, type, data);
        return { id, webhookKey, type, payload, ...subjectMatterOf(data) };
      });
      if (data.length > 0) {
        await query(db, insertDeliveries, [
          data.map(({ id }) => id),
          data.map(({ webhookKey }) => webhookKey),
          data.map(({ type }) => type),
          data.map(({ payload }) => payload),
          data.map(({ thing }) => thing),
          data.map(({ clientId }) => clientId),
          data.map(({ event }) => event),
          data.map(({ subject }) => subject),
        ]);
      }
      return data.map(({ id }) => id);
    },
    async addActionRequest(tx, { interaction: id, developer, app, idempotent, ...request }) {
      const webhook = await tx.webhook.findUnique({
        where: { developer_app: { developer, app } },
      });
      if (!webhook) throw noCallback();
      const type = 'action_requested';
      const { thing, ...rest } = request;
      const message = { interaction_id: id, thing_id: thing, ...rest };
      const of = { webhookKey: webhook.key, interactionId: id, ...subjectMatterOf(message) };
      const payload = seal({ developer, id }, type, message);
      await tx.delivery.create({ data: { id, type, payload, idempotent, ...of } });
      return [id];
    },
    async flush(ids) {
      try {
        await deliveries.addAll(ids.map((id) => ({ id, data: { delivery: id } })));
      } catch (error) {
        log.warn({ err: error }, 'deliveries wait for the reconciliation');
      }
    },
  };
}

/** Returns the columns that say what a message is about. The message itself is encrypted. */
export const subjectMatterOf = (data: WebhookData<WebhookMessageType>) => ({
  thing: 'thing_id' in data ? data.thing_id : null,
  clientId: 'client_id' in data ? data.client_id : null,
  event: 'event' in data ? data.event : 'action' in data ? data.action : null,
  subject: ('subject' in data ? data.subject : undefined) ?? null,
});

/** Pairs each event with each webhook that subscribed to it. */
async function addressed(db: PoolClient, events: WebhookEvent[]) {
  if (events.length === 0) return [];
  const webhooks = await query(db, readSubscribers, [
    [...new Set(events.map(({ developer }) => developer))],
    [...new Set(events.map(({ type }) => type))],
  ]);
  return events.flatMap((event) =>
    webhooks
      .filter(({ developer, events: types }) => {
        return developer === event.developer && types.includes(event.type);
      })
      .map(({ key }) => ({ webhookKey: key, event })),
  );
}

/** Creates the problem of an action whose app has registered no webhook. */
export const noCallback = (): Problem =>
  new Problem('no_callback', 'The app that made it has registered no callback address.');
