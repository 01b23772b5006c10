import { subjects } from '../traffic/units.js';
import type { Sender } from '../traffic/requests.js';
import { readAll } from './read.js';
import {
  lastSegment,
  type Reference,
  type ShownSubject,
  type ShownThing,
  type ShownUnit,
} from './shown.js';
import { bareId } from './things.js';

/** Where subjects do not list the units and things that name them. */
export async function findOneSided(
  sender: Sender,
  { units, things }: { units: ShownUnit[]; things: ShownThing[] },
): Promise<string[]> {
  const isOurs = (reference: Reference) => subjects.includes(lastSegment(reference));
  const listed = await readAll<ShownSubject>(sender, '/subjects', isOurs);
  return listed.flatMap((subject) => {
    const names = (reference: Reference) => lastSegment(reference) === subject.id;
    const ofUnits = units.filter((unit) => unit.subjects.some(names)).map(({ id }) => id);
    const ofThings = things.filter((thing) => thing.subject && names(thing.subject)).map(bareId);
    return [
      ...differences(`units of ${subject.id}`, subject.units, ofUnits),
      ...differences(`things of ${subject.id}`, subject.things, ofThings),
    ];
  });
}

function differences(list: string, references: Reference[], expected: string[]): string[] {
  const ids = new Set(references.map(lastSegment));
  return [
    ...expected.filter((id) => !ids.delete(id)).map((id) => `${id} is not among the ${list}`),
    ...[...ids].map((id) => `${id} is among the ${list}, but does not say so`),
  ];
}
