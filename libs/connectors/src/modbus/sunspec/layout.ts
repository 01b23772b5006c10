import type { DataType } from '../description/registers.js';
import { registersOf } from '../description/registers.js';
import type { Laid, Located } from '../reading/layout.js';
import { definitions, type Definition } from './definitions.js';
import { meaningsOf, partNames, type Meaning, type PartName } from './meanings.js';
import { registersAt, type Model } from './models.js';

/** An inverter, a meter or a battery, with its properties. */
export interface Part {
  name: PartName;
  /** Counted from 1, where a device has several. */
  number: number;
  laid: Laid[];
}

interface Point {
  name: string;
  offset: number;
  type: string;
  scale: number | undefined;
}

/** The types of SunSpec, and the number of each that means that the point is not implemented (section 4.2.1). */
const types: Readonly<Record<string, { type: DataType; nothing: number[] }>> = {
  int16: { type: 'int16', nothing: [-0x8000] },
  uint16: { type: 'uint16', nothing: [0xffff] },
  enum16: { type: 'uint16', nothing: [0xffff] },
  bitfield16: { type: 'uint16', nothing: [0xffff] },
  acc32: { type: 'uint32', nothing: [0] },
  uint32: { type: 'uint32', nothing: [0xffff_ffff] },
  uint64: { type: 'uint64', nothing: [2 ** 64] },
  float32: { type: 'float32', nothing: [] },
};

const pointsIn = ({ points }: Definition): Point[] =>
  points
    .trim()
    .split(/;\s*/)
    .map((row) => {
      const [name = '', offset, type = '', scale] = row.trim().split(/\s+/);
      return {
        name,
        offset: Number(offset),
        type,
        scale: scale === undefined ? undefined : Number(scale),
      };
    });

const pointsOf: ReadonlyMap<Definition, Point[]> = new Map(
  definitions.map((definition) => [definition, pointsIn(definition)]),
);

/** Whether points of a model are read. */
export const isDefined = (model: number): boolean =>
  definitions.some(({ ids }) => ids.includes(model));

/** The parts of a device by its models; what several models have is that of the first definition. */
export function partsOf(models: readonly Model[], withControls: boolean): Part[] {
  const parts: Part[] = [];
  for (const definition of definitions) {
    for (const model of models.filter(({ id }) => definition.ids.includes(id))) {
      const { part: name } = meaningsOf(model.id);
      const laid = layModel(definition, model, withControls);
      const known = parts.findLast((part) => part.name === name);
      // Each model of a meter is a meter.
      if (!known || name === 'meter') {
        const number = 1 + parts.filter((part) => part.name === name).length;
        parts.push({ name, number, laid });
      } else {
        const names = new Set(known.laid.map(nameOf));
        known.laid.push(...laid.filter((one) => !names.has(nameOf(one))));
      }
    }
  }
  return parts.sort((one, other) => partNames.indexOf(one.name) - partNames.indexOf(other.name));
}

const nameOf = ({ property }: Laid): string | undefined => property.capability ?? property.name;

function layModel(definition: Definition, model: Model, withControls: boolean): Laid[] {
  const { repeated } = definition;
  const { meanings } = meaningsOf(model.id);
  const end = 2 + model.length;
  return pointsOf.get(definition)!.flatMap((point) => {
    const meaning = meanings[point.name];
    if (!meaning) return [];
    if (!repeated) return layPoint(point, { model, meaning, withControls, end });
    const count = Math.min(maxGroups, Math.floor((end - repeated.from) / repeated.length));
    return Array.from({ length: Math.max(0, count) }, (_, index) =>
      layPoint(
        { ...point, offset: point.offset + index * repeated.length },
        { model, meaning: numbered(meaning, index + 1), withControls, end },
      ),
    ).flat();
  });
}

/** The most inputs of an inverter. */
const maxGroups = 20;

const numbered = (meaning: Meaning, number: number): Meaning => ({
  ...meaning,
  name: `${meaning.name}_${number}`,
  title: `${meaning.title} ${number}`,
});

interface Placing {
  model: Model;
  meaning: Meaning;
  withControls: boolean;
  /** The offset of the end of the model: older versions of a model are shorter. */
  end: number;
}

function layPoint(point: Point, { model, meaning, withControls, end }: Placing): Laid[] {
  const { control, ...property } = meaning;
  const { type, nothing } = types[point.type]!;
  const length = registersOf[type]!;
  if (Math.max(point.offset + length, (point.scale ?? 0) + 1) > end) return [];
  const value: Located = {
    ...registersAt(model.at + point.offset, length),
    type,
    nothing,
    order: 'ABCD',
    bit: 0,
    bits: 1,
    scale: point.scale === undefined ? undefined : registersAt(model.at + point.scale, 1),
  };
  const write = { table: 'holding', address: value.address, multiple: false } as const;
  return [
    {
      at: `${model.id}.${point.name}@${value.address}`,
      property: { ...property, optional: true },
      value,
      ...(control && withControls && { write }),
    },
  ];
}
