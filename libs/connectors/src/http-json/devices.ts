import {
  combineParts,
  multiLine,
  oneLine,
  Unavailable,
  type Device,
  type DeviceProblem,
  type Poll,
} from '@trellis/connector-sdk';
import { toAction, toProperty, type Found } from './abilities.js';
import { readSource, readVariables } from './compile.js';
import { toValue } from './conversion.js';
import type { Mapping } from './description/devices.js';
import type { Page, Received } from './fetch.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';

/** The most entities of one poll. */
const maxEntities = 10_000;

/** What was found under one id, in one or several places. */
interface Collected {
  title: string | undefined;
  description: string | undefined;
  available: boolean | undefined;
  types: Set<string>;
  parts: { abilities: Device<Command>['abilities'] }[];
  /** Whether one of the places says that there is such a device. */
  isDevice: boolean;
}

/** A part of a device, as one mapping finds it in an entity. */
interface Part extends Omit<Collected, 'parts' | 'types'> {
  id: string;
  types: string[];
  abilities: Device<Command>['abilities'];
}

/** The devices in what a poll has received. What is found under one id is one device. */
export async function devicesOf(
  remote: Remote,
  { pages, problems: failed }: Received,
): Promise<Poll<Command>> {
  const devices = new Map<string, Collected>();
  const problems: DeviceProblem[] = [...failed];
  let count = 0;
  for (const [index, mapping] of remote.description.devices.entries()) {
    for (const page of pages.get(mapping.request) ?? []) {
      const { entities, problem } = entitiesIn(remote, mapping, page);
      const problemsOfPage = new Set(problem === undefined ? [] : [problem]);
      for (const found of entities) {
        count += 1;
        if (count > maxEntities) return cutShort(devices, problems);
        const part = toPart(remote, mapping, found);
        if (typeof part === 'string') problemsOfPage.add(part);
        else collect(devices, part);
        await remote.steps.pause();
      }
      for (const why of problemsOfPage) {
        problems.push({ failure: new Unavailable(`devices[${index}]: ${why}`) });
      }
    }
  }
  return { devices: toDevices(devices), problems };
}

function cutShort(devices: Map<string, Collected>, problems: DeviceProblem[]): Poll<Command> {
  const failure = new Unavailable(`A poll reads at most ${maxEntities} entities.`);
  return { devices: toDevices(devices), problems: [...problems, { failure }] };
}

/** The entities of a mapping in one answer, or why the answer cannot be read. */
function entitiesIn(
  { compiled, steps }: Remote,
  { entities: path, variables: sources }: Mapping,
  { root, variables }: Page,
): { entities: Found[]; problem?: string } {
  const entities = compiled.path(path);
  if (!entities.fits(root, { steps })) {
    return { entities: [], problem: 'The answer has nothing where the entities should be.' };
  }
  return {
    entities: entities.select(root, { steps, max: maxEntities + 1 }).map((entity) => ({
      entity,
      variables: readVariables(sources, { compiled, steps, entity, variables }),
    })),
  };
}

/** What a mapping finds in an entity, or why it cannot be read. */
function toPart(remote: Remote, mapping: Mapping, found: Found): Part | string {
  const { compiled, steps, guard } = remote;
  const read = (source: string | undefined) =>
    source === undefined ? undefined : readSource(source, { compiled, steps, ...found });
  const id = textOf(read(mapping.id));
  if (id === undefined || id.length > 512 || guard.reveals(id)) {
    return 'An entity has no id of 1 to 512 characters.';
  }
  const properties = mapping.properties.map((one) => toProperty(remote, one, found));
  const hasValues = mapping.properties.some(({ value }) => value !== undefined);
  // Any answer would be an entity with an id that is the same for all.
  if (!mapping.id.startsWith('$') && hasValues && !properties.some(({ isThere }) => isThere)) {
    return 'The answer has none of the values.';
  }
  const [title, description] = [read(mapping.title), read(mapping.description)];
  return {
    id,
    title: guard.reveals(title) ? undefined : oneLine(textOf(title)),
    description: guard.reveals(description) ? undefined : multiLine(textOf(description)),
    available: availabilityOf(remote, mapping, found),
    types: mapping.types ?? [],
    abilities: [
      ...properties.flatMap(({ ability }) => ability ?? []),
      ...mapping.actions.map((one) => toAction(one, found)),
    ],
    isDevice: !mapping.adds_only,
  };
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : String(value);

function availabilityOf(
  { compiled, steps }: Remote,
  { available }: Mapping,
  { entity }: Found,
): boolean | undefined {
  if (!available) return undefined;
  const [found] = compiled.path(available.value).select(entity, { steps });
  return toValue(available, { type: 'boolean' }, found) as boolean | undefined;
}

function collect(devices: Map<string, Collected>, part: Part): void {
  const { id, title, description, available, types, abilities, isDevice } = part;
  const known = devices.get(id) ?? { ...nothing, types: new Set<string>(), parts: [] };
  devices.set(id, known);
  known.title ??= title;
  known.description ??= description;
  known.available ??= available;
  known.isDevice ||= isDevice;
  known.parts.push({ abilities });
  for (const type of types) known.types.add(type);
}

const nothing = {
  title: undefined,
  description: undefined,
  available: undefined,
  isDevice: false,
};

function toDevices(devices: Map<string, Collected>): Device<Command>[] {
  return [...devices].flatMap(([id, { title, description, available, types, parts, isDevice }]) =>
    isDevice
      ? [
          {
            id,
            title: title ?? oneLine(id) ?? 'Device',
            ...(description !== undefined && { description }),
            ...(types.size > 0 && { types: [...types] }),
            abilities: combineParts(parts),
            available: available ?? true,
          },
        ]
      : [],
  );
}
