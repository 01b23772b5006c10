import { keyOf, present } from '../traffic/model.js';
import { level } from '../traffic/things.js';
import type { ShownThing, Snapshot } from './shown.js';

/** The id of a thing as addresses have it. */
export const bareId = ({ id }: Pick<ShownThing, 'id'>) => id.replace('urn:uuid:', '');

/** Notes the things of the app; returns their labels by their ids. */
export function noteThings(
  { facts, violations }: Snapshot,
  things: ShownThing[],
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const thing of things.filter(({ created_by: by }) => by.app !== undefined)) {
    const label = thing.title;
    if (facts.has(label)) violations.push(`${label} is there twice`);
    labels.set(bareId(thing), label);
    facts.set(label, present);
    const value = thing.properties[level]?.value;
    if (value === undefined) continue;
    facts.set(keyOf({ kind: 'value', of: [label], name: level }), String(value));
  }
  return labels;
}
