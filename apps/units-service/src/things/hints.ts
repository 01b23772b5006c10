import { thingsTopic, type ThingsHint } from '@trellis/contracts';
import { publishHint, type Broker } from '@trellis/messaging';

/**
 * Publishes the hint that things of a developer may have changed, for those who follow them. It is
 * called after the change has been committed, and neither delays nor fails the caller: a hint may be
 * lost, and the events themselves are in the database.
 */
export type PublishThingsHint = (developer: string, hint: ThingsHint) => void;

export const thingsHintPublisher =
  (broker: Broker): PublishThingsHint =>
  (developer, hint) =>
    void publishHint(broker, thingsTopic(developer), hint);

/** The hint about the things that a caller changed. */
export const hintOf = (things: string[], subject: string | undefined): ThingsHint => ({
  things,
  ...(subject !== undefined && { subject }),
});

/** What a call changed: things in the list of a subject, or of the developer. */
interface Change {
  developer: string;
  subject: string | undefined;
  things: string[];
}

/** Publishes one hint for all changes in each list. */
export function publishHints(publish: PublishThingsHint, changes: readonly Change[]): void {
  const lists = new Map<string, Change>();
  for (const { developer, subject, things } of changes) {
    const key = JSON.stringify([developer, subject]);
    const list = lists.get(key);
    if (list) list.things.push(...things);
    else lists.set(key, { developer, subject, things: [...things] });
  }
  for (const { developer, subject, things } of lists.values()) {
    publish(developer, hintOf(things, subject));
  }
}
