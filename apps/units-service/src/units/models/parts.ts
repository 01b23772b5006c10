import {
  type Link,
  type ModelUnit,
  type ReadModel,
  UnreadableModel,
} from '@trellis/building-models';

/** The largest model as JSON (bytes): a short text may have a long prefix in each of its statements. */
const maxBytes = 32 * 1024 * 1024;

/** The limits of a part; the unit that exceeds the bytes is still part of it. */
const partLimits = { units: 100, bytes: 256 * 1024 };

/** The summary of a model, which an import needs before its first part. */
export interface ModelSummary extends Pick<ReadModel, 'others' | 'statements' | 'unmapped'> {
  units: number;
  /** The links of all units, each as {@link nameOfLink}. */
  links: string[];
  /** The titles of things that points name. */
  titles: string[];
}

/** A model as JSON: its summary, and lists of units. The same text always has the same parts. */
export interface ModelParts {
  summary: string;
  parts: string[];
}

export const nameOfLink = ({ parent, child }: Link): string => JSON.stringify([parent, child]);

/** Divides a model into parts that are imported one after another; throws {@link UnreadableModel}. */
export function toParts({ units, others, statements, unmapped }: ReadModel): ModelParts {
  let room = maxBytes;
  const toJson = (value: unknown): string => {
    const json = JSON.stringify(value);
    room -= Buffer.byteLength(json);
    if (room >= 0) return json;
    throw new UnreadableModel(`The units of a model may have at most ${maxBytes} bytes; split it.`);
  };
  const links = units.flatMap(({ id, parents, children }) => [
    ...parents.map((parent) => nameOfLink({ parent, child: id })),
    ...children.map((child) => nameOfLink({ parent: id, child })),
  ]);
  const titles = new Set(units.flatMap(({ points }) => points.flatMap((point) => point.titles)));
  const about = { units: units.length, others, statements, unmapped };
  const summary: ModelSummary = { ...about, links, titles: [...titles] };
  return { summary: toJson(summary), parts: [...group(units, toJson)] };
}

function* group(
  units: readonly ModelUnit[],
  toJson: (unit: ModelUnit) => string,
): Generator<string> {
  let part: string[] = [];
  let bytes = 0;
  for (const unit of units) {
    const json = toJson(unit);
    part.push(json);
    bytes += json.length;
    if (part.length < partLimits.units && bytes < partLimits.bytes) continue;
    yield `[${part.join()}]`;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield `[${part.join()}]`;
}
