import { classNames } from './classes.js';
import { prefixes } from './terms.js';

/** What a class is a class of. */
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

/** The last word of the names of nearly all points of Brick, also of those in other releases than the table. */
const pointName = /_(?:Alarm|Command|Deadband|Parameter|Sensor|Setpoint|Status)$/;

/** The kind of a class of Brick or RealEstateCore. */
export const kindOfClass = (iri: string): Kind | undefined =>
  kinds.get(iri) ?? (iri.startsWith(prefixes.brick!) && pointName.test(iri) ? 'point' : undefined);

/** The class of a vocabulary whose name is the type of a unit, however it is spelled. */
export const classOfType = (type: string, vocabulary: Vocabulary): string | undefined =>
  spellings.get(`${vocabulary} ${spelling(type)}`);

export const vocabularies = ['brick', 'rec'] as const;
export type Vocabulary = (typeof vocabularies)[number];
