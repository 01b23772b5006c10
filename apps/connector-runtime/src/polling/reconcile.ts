import { createHash } from 'node:crypto';
import type { Entity, Poll } from '@trellis/connector-sdk';
import canonicalize from 'canonicalize';
import { v5 as uuidFrom } from 'uuid';

/** What is known of an entity since the last poll. */
export interface KnownEntity {
  entity: string;
  thing: string;
  fingerprint: string;
  available: boolean;
}

/** An entity that is new or has changed, with what to remember of it. */
export interface ChangedEntity extends KnownEntity {
  state: Entity;
}

export interface Changes {
  changed: ChangedEntity[];
  /** Entities that were there and are not any more. */
  vanished: KnownEntity[];
}

/** The id of an entity's thing: the same for ever, whoever computes it (UUIDv5, RFC 9562). */
export const thingId = (client: string, entity: string): string => uuidFrom(entity, client);

/** What a poll changes, compared with what was known. Of entities with one id the last counts. */
export function reconcile(client: string, known: KnownEntity[], poll: Poll): Changes {
  const before = new Map(known.map((entity) => [entity.entity, entity]));
  const found = new Map(poll.entities.map((entity) => [entity.id, entity]));
  const changed = [...found.values()]
    .map((state) => ({
      entity: state.id,
      thing: thingId(client, state.id),
      fingerprint: fingerprint(state),
      available: state.available ?? true,
      state,
    }))
    .filter(({ entity, fingerprint, available }) => {
      const known = before.get(entity);
      return known?.fingerprint !== fingerprint || known.available !== available;
    });
  const vanished =
    poll.complete === false
      ? []
      : known.filter(({ entity, available }) => available && !found.has(entity));
  return { changed, vanished };
}

/** A digest that is the same for the same entity, whatever the order of its members (RFC 8785). */
function fingerprint(entity: Entity): string {
  return createHash('sha256')
    .update(canonicalize(entity) ?? '')
    .digest('base64url');
}
