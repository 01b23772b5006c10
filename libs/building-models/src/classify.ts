import { classNames } from './generated/classes.js';
import { prefixes } from './terms.js';

export type Kind = keyof typeof classNames;

const kinds = new Map<string, Kind>();
const spellings = new Map<string, string>();
for (const kind of ['location', 'equipment', 'collection', 'point'] as const) {
  for (const [prefix, names] of Object.entries(classNames[kind])) {
    for (const name of names.trim().split(/\s+/)) {
      const iri = prefixes[prefix]! + name;
      kinds.set(iri, kind);
      if (kind !== 'point') spellings.set(`${prefix} ${spelling(name)}`, iri);
    }
  }
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Endings of nearly all point classes of Brick, including those of other releases. */
const pointName = /_(?:Alarm|Command|Deadband|Parameter|Sensor|Setpoint|Status)$/;

export const kindOfClass = (iri: string): Kind | undefined =>
  kinds.get(iri) ?? (iri.startsWith(prefixes.brick!) && pointName.test(iri) ? 'point' : undefined);

/** Returns the class of a vocabulary that is named like the type of a unit, ignoring case and separators. */
export const classOfType = (type: string, vocabulary: Vocabulary): string | undefined =>
  spellings.get(`${vocabulary} ${spelling(type)}`);

export const vocabularies = ['brick', 'rec'] as const;
export type Vocabulary = (typeof vocabularies)[number];
