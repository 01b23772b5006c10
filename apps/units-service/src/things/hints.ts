import { thingsTopic, type Caller, type ThingsHint } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';

/**
 * Publishes the hint that things of a developer may have changed. It is called after the commit, and neither delays nor
 * fails the caller. A hint may be lost; the events themselves are in the database.
 */
export type PublishThingsHint = (developer: string, hint: ThingsHint) => void;

export const thingsHintPublisher =
  (broker: Broker): PublishThingsHint =>
  (developer, hint) =>
    void broker.hints.publish(thingsTopic(developer), hint);

/** The things that a call changed, in the list of a subject or of the developer. */
interface Change {
  developer: string;
  subject: string | undefined;
  things: string[];
}

/** Returns the change that a call made to one thing. */
export const changeOf = ({ id, caller }: { id: string; caller: Caller }): Change => ({
  developer: caller.developer,
  subject: caller.subject,
  things: [id],
});

export function publishHints(publish: PublishThingsHint, changes: readonly Change[]): void {
  const byDeveloper = new Map<string, Change[]>();
  for (const change of changes) {
    const others = byDeveloper.get(change.developer);
    if (others) others.push(change);
    else byDeveloper.set(change.developer, [change]);
  }
  for (const [developer, own] of byDeveloper) publish(developer, hintOfAll(own));
}

function hintOfAll(changes: readonly Change[]): ThingsHint {
  const things = changes.flatMap((change) => change.things);
  const subjects = new Set<string>();
  for (const { subject } of changes) {
    // Things in the list of the developer concern every subject.
    if (subject === undefined) return { things };
    subjects.add(subject);
  }
  return { things, subjects: [...subjects] };
}
