import {
  multiLine,
  oneLine,
  withKeys,
  type Device,
  Misconfigured,
  type DeviceProblem,
} from '@trellis/connector-sdk';
import { toAction, toProperty, type Found, type FoundProperty } from './abilities.js';
import { readSource } from './compile.js';
import { toValue } from '../described/conversion.js';
import { isIdOfRequest, type Mapping } from './description/devices.js';
import { isPath } from './description/members.js';
import { isNothing } from './nothing.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';
import type { Variables } from './template.js';

/** A device, or a part of one, that a mapping found in an entity. */
export interface Part {
  id: string;
  title: string | undefined;
  description: string | undefined;
  available: boolean | undefined;
  types: string[];
  abilities: Device<Command>['abilities'];
  /** The variables of the entity. */
  variables: Variables;
  /** For each property of the mapping, whether the entity has anything at its path. */
  isThere: boolean[];
  /** Whether it proves that the device exists. */
  isDevice: boolean;
}

/** Reads an entity by a mapping; returns a reason when it cannot be read, and undefined for one whose id is nothing. */
export async function toPart(
  remote: Remote,
  mapping: Mapping,
  found: Found,
): Promise<Part | string | undefined> {
  const id = readText(remote, mapping.id, found);
  if (!id && hasNothingAt(remote, mapping.id, found)) return undefined;
  if (!id || [...id].length > 512)
    return 'An entity has no id of 1 to 512 characters, and is left out.';
  const part = await partOf(remote, mapping, { id, ...found });
  const hasValues = mapping.properties.some((one) => (one.value ?? one.expression) !== undefined);
  // Any answer would be an entity with an id that is the same for all.
  if (isIdOfRequest(mapping) && hasValues && !part.isThere.includes(true)) {
    return 'The answer has none of the values.';
  }
  return part;
}

function hasNothingAt(
  { compiled, budget }: Remote,
  source: string,
  { entity, nothing }: Found,
): boolean {
  if (!isPath(source)) return false;
  const [value = null] = compiled.path(source).select(entity, { budget });
  return isNothing(value, nothing);
}

function readText(
  { compiled, budget, guard }: Remote,
  source: string | undefined,
  found: Found,
): string | undefined {
  const value = source && readSource(source, { compiled, budget, ...found });
  return value === undefined || guard.reveals(value) ? undefined : String(value);
}

async function partOf(
  remote: Remote,
  mapping: Mapping,
  { id, ...found }: Found & { id: string },
): Promise<Part> {
  const properties: FoundProperty[] = [];
  for (const one of mapping.properties) properties.push(await toProperty(remote, one, found));
  return {
    id,
    title: oneLine(readText(remote, mapping.title, found)),
    description: multiLine(readText(remote, mapping.description, found)),
    available: availabilityOf(remote, mapping, found),
    types: mapping.types ?? [],
    abilities: withKeys(JSON.stringify([mapping.request, mapping.entities]), [
      ...properties.flatMap(({ ability }) => ability ?? []),
      ...mapping.actions.map((one) => toAction(one, found)),
    ]),
    isThere: properties.map(({ isThere }) => isThere),
    variables: found.variables,
    isDevice: !mapping.adds_only,
  };
}

/** Returns whether a mapping only adds properties and actions to devices, the same to each. */
export const hasFixedForm = ({ adds_only, title, description, properties }: Mapping): boolean =>
  adds_only &&
  (title ?? description) === undefined &&
  properties.every((one) => !one.optional && typeof one.enum !== 'string');

/** Makes the part that a mapping of fixed form adds to a device that is out of reach: its values are not known. */
export const withoutValues = (
  remote: Remote,
  mapping: Mapping,
  { id, variables }: { id: string; variables: Variables },
): Promise<Part> => partOf(remote, mapping, { id, entity: null, variables, nothing: [] });

function availabilityOf(
  { compiled, budget }: Remote,
  { available }: Mapping,
  { entity, nothing }: Found,
): boolean | undefined {
  if (!available) return undefined;
  const [found] = compiled.path(available.value).select(entity, { budget });
  if (isNothing(found, nothing)) return undefined;
  return toValue(available, { type: 'boolean' }, found) as boolean | undefined;
}

/** Finds properties that no entity has at their paths, not even as null: the path is wrong, or they are optional. */
export function findMisplaced(mappings: readonly Mapping[]) {
  /** For each property, whether an entity had its value; undefined before the first entity. */
  const found: (boolean[] | undefined)[] = mappings.map(() => undefined);
  return {
    saw(index: number, { isThere }: Pick<Part, 'isThere'>): void {
      const before = found[index];
      found[index] = isThere.map((is, at) => is || before?.[at] === true);
    },
    all: (): DeviceProblem[] =>
      mappings.flatMap(({ properties }, index) =>
        properties.flatMap(({ value, optional }, at) =>
          value !== undefined && !optional && found[index]?.[at] === false
            ? [{ failure: misplaced(index, at, value) }]
            : [],
        ),
      ),
  };
}

const misplaced = (mapping: number, property: number, path: string) =>
  new Misconfigured(
    `devices[${mapping}].properties[${property}]: No entity has anything there. Correct the path, or mark it as optional.`,
    { cause: 'value_not_there', path },
  );
