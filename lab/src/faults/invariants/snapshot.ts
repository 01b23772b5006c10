import { lamp, subjectOf, unwrittenBrightness } from '../traffic/clients.js';
import { keyOf, present, type Fact } from '../traffic/model.js';
import { level } from '../traffic/things.js';
import { labelProperty, subjects } from '../traffic/units.js';
import type { World } from '../traffic/world.js';
import { findWrongMessages } from './messages.js';
import { read, readAll, type Reference, type ShownClient } from './read.js';

interface ShownUnit {
  id: string;
  properties: { name: string; value: unknown }[];
  things: Reference[];
  children: Reference[];
  parents: Reference[];
  subjects: Reference[];
}

interface ShownThing {
  /** `urn:uuid:…` */
  id: string;
  title: string;
  properties: Record<string, { value?: unknown }>;
  /** Its client, or the app. */
  created_by: { href?: string; app?: string };
  subject?: Reference;
}

interface ShownSubject {
  id: string;
  units: Reference[];
  things: Reference[];
}

/** The id at the end of a reference. */
const idIn = ({ href }: Reference) => decodeURIComponent(href.split('/').at(-1)!);

/** The id of a thing as addresses have it. */
const bareId = ({ id }: ShownThing) => id.replace('urn:uuid:', '');

/** The state that the public interface shows, in the terms of the model. */
interface Snapshot {
  facts: Map<string, string>;
  /** Contradictions that no request explains. */
  violations: string[];
}

/** Reads all units, things, subjects and clients, while nothing changes. */
export async function takeSnapshot(world: World): Promise<Snapshot> {
  const { sender, app, entities } = world;
  const snapshot: Snapshot = { facts: new Map(), violations: [] };
  const things = await readAll<ShownThing>(sender, '/things');
  const units = await readAll<ShownUnit>(sender, '/units');
  noteUnits(snapshot, units, noteThings(snapshot, things));
  const isOurs = (reference: Reference) => subjects.includes(idIn(reference));
  const listed = await readAll<ShownSubject>(sender, '/subjects', isOurs);
  snapshot.violations.push(...findOneSided(listed, units, things));
  const clients = await readAll<ShownClient>(sender, '/connectors/clients');
  for (const client of clients) await noteClient(snapshot, client, world);
  snapshot.violations.push(...findWrongMessages(app.messages, clients));
  for (const label of entities.keys()) if (!snapshot.facts.has(label)) entities.delete(label);
  return snapshot;
}

/** Notes the things of the app; returns their labels by their ids. */
function noteThings({ facts, violations }: Snapshot, things: ShownThing[]): Map<string, string> {
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

/** Notes all units; the things are known by their labels. */
function noteUnits(
  { facts, violations }: Snapshot,
  units: ShownUnit[],
  things: ReadonlyMap<string, string>,
): void {
  const labels = new Map<string, string>();
  const note = (fact: Fact, value = present) => facts.set(keyOf(fact), value);
  for (const { id, properties } of units) {
    const label = properties.find(({ name }) => name === labelProperty)?.value as string;
    if (label === undefined) violations.push(`unit ${id} is there without its properties`);
    if (facts.has(label)) violations.push(`${label} is there twice`);
    labels.set(id, label);
    note({ kind: 'unit', of: [label] });
  }
  const parentsSeen = new Set<string>();
  const childrenSeen = new Set<string>();
  for (const unit of units) {
    const label = labels.get(unit.id)!;
    for (const { name, value } of unit.properties) {
      if (name !== labelProperty) note({ kind: 'property', of: [label], name }, String(value));
    }
    for (const child of unit.children) {
      const childLabel = labels.get(idIn(child)) ?? 'a unit that is gone';
      note({ kind: 'child', of: [label, childLabel] });
      childrenSeen.add(`${unit.id} ${idIn(child)}`);
    }
    for (const parent of unit.parents) parentsSeen.add(`${idIn(parent)} ${unit.id}`);
    for (const thing of unit.things) {
      const thingLabel = things.get(idIn(thing)) ?? 'a thing that is gone';
      note({ kind: 'reference', of: [label, thingLabel] });
    }
    for (const subject of unit.subjects) {
      note({ kind: 'subject', of: [label], name: idIn(subject) });
    }
  }
  for (const link of new Set([...childrenSeen, ...parentsSeen])) {
    if (childrenSeen.has(link) && parentsSeen.has(link)) continue;
    violations.push(`the link ${link} is there at one end only`);
  }
}

/** Finds subjects that do not list exactly the units and things that name them. */
function findOneSided(listed: ShownSubject[], units: ShownUnit[], things: ShownThing[]): string[] {
  return listed.flatMap((subject) => {
    const names = (reference: Reference) => idIn(reference) === subject.id;
    const ofUnits = units.filter((unit) => unit.subjects.some(names)).map(({ id }) => id);
    const ofThings = things.filter((thing) => thing.subject && names(thing.subject)).map(bareId);
    return [
      ...differences(`units of ${subject.id}`, subject.units, ofUnits),
      ...differences(`things of ${subject.id}`, subject.things, ofThings),
    ];
  });
}

function differences(list: string, references: Reference[], expected: string[]): string[] {
  const ids = new Set(references.map(idIn));
  return [
    ...expected.filter((id) => !ids.delete(id)).map((id) => `${id} is not among the ${list}`),
    ...[...ids].map((id) => `${id} is among the ${list}, but does not say so`),
  ];
}

async function noteClient(
  { facts, violations }: Snapshot,
  { id, subject: reference, status, mappings }: ShownClient,
  { sender }: World,
): Promise<void> {
  const subject = idIn(reference);
  const label = subject.replace('-', ' ');
  if (subjectOf(label) !== subject || facts.has(label)) {
    violations.push(`client ${id} of ${subject} is not the only one`);
  }
  facts.set(label, present);
  if (status === 'ERROR') violations.push(`${label} is ERROR, although its technology is not`);
  const thing = mappings.find((one) => one.connector_thing_id === lamp)?.thing_id;
  if (thing === undefined) return;
  const { body } = await read<number>(sender, `/things/${thing}/properties/brightness`, subject);
  const fact: Fact = { kind: 'value', of: [label], name: 'brightness' };
  if (body !== unwrittenBrightness) facts.set(keyOf(fact), String(body));
}
