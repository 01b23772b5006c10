import { keyOf, present, type Fact } from '../traffic/model.js';
import { labelProperty } from '../traffic/units.js';
import { lastSegment, type ShownUnit, type Snapshot } from './shown.js';

/** Notes all units; the things are known by their labels. */
export function noteUnits(
  { facts, violations }: Snapshot,
  units: ShownUnit[],
  things: ReadonlyMap<string, string>,
): void {
  const labels = new Map<string, string>();
  const note = (fact: Fact, value: string) => facts.set(keyOf(fact), value);
  for (const { id, properties } of units) {
    const label = properties.find(({ name }) => name === labelProperty)?.value as string;
    if (label === undefined) violations.push(`unit ${id} is there without its properties`);
    if (facts.has(label)) violations.push(`${label} is there twice`);
    labels.set(id, label);
    note({ kind: 'unit', of: [label] }, present);
  }
  const parentsSeen = new Set<string>();
  for (const { id, properties, things: references, children, parents, subjects } of units) {
    const label = labels.get(id)!;
    for (const { name, value } of properties) {
      if (name !== labelProperty) note({ kind: 'property', of: [label], name }, String(value));
    }
    for (const child of children) {
      const childLabel = labels.get(lastSegment(child)) ?? 'a unit that is gone';
      note({ kind: 'child', of: [label, childLabel] }, present);
    }
    for (const parent of parents) parentsSeen.add(`${lastSegment(parent)} ${id}`);
    for (const thing of references) {
      const thingLabel = things.get(lastSegment(thing)) ?? 'a thing that is gone';
      note({ kind: 'reference', of: [label, thingLabel] }, present);
    }
    for (const subject of subjects) {
      note({ kind: 'subject', of: [label], name: lastSegment(subject) }, present);
    }
  }
  const childrenSeen = new Set(
    units.flatMap(({ id, children }) => children.map((child) => `${id} ${lastSegment(child)}`)),
  );
  for (const link of new Set([...childrenSeen, ...parentsSeen])) {
    if (childrenSeen.has(link) && parentsSeen.has(link)) continue;
    violations.push(`the link ${link} is there at one end only`);
  }
}
