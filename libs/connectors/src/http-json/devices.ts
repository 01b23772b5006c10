import {
  combineParts,
  oneLine,
  Unavailable,
  type ConnectorFailure,
  type Device,
  type DeviceProblem,
  type FactsOf,
  type Poll,
  Misconfigured,
  Unauthorized,
} from '@trellis/connector-sdk';
import type { Found } from './abilities.js';
import { readVariables } from './compile.js';
import { chainOf } from './description/each.js';
import { isIdOfRequest, type Mapping } from './description/devices.js';
import type { Failed, Page, Received } from './fetch.js';
import { findMisplaced, toPart, type Part } from './part.js';
import { CutShort } from './budget.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';
import { fillText, type Variables } from './template.js';

/** The most entities of one poll, and the most properties and actions of all its devices. */
const maxEntities = 10_000;
const maxAbilities = 100_000;

type Collected = Omit<Part, 'id' | 'abilities' | 'isThere'> & {
  parts: Pick<Part, 'abilities'>[];
  /** The mappings that the parts are from. */
  mappings: Set<Mapping>;
};

/** Finds the devices of a poll by id; one with a part that could not be read is left out: it would lose that part. */
export async function devicesOf(
  remote: Remote,
  { pages, failed }: Received,
): Promise<Poll<Command>> {
  const devices = new Map<string, Collected>();
  const problems = createProblems(remote);
  for (const failure of failed) problems.addFailed(failure);
  const misplaced = findMisplaced(remote.description.devices);
  let [entityCount, abilityCount] = [0, 0];
  for (const [index, mapping] of remote.description.devices.entries()) {
    for (const page of pages.get(mapping.request) ?? []) {
      const entities = entitiesIn(remote, mapping, page);
      if (!entities) {
        problems.addUnread(mapping, page.variables, {
          failure: misshapen(index, 'The answer has nothing where the entities should be.', {
            address: page.address,
            path: mapping.entities,
          }),
        });
      }
      for (const found of entities ?? []) {
        const part = await toPart(remote, mapping, found);
        entityCount += 1;
        abilityCount += typeof part === 'string' ? 0 : part.abilities.length;
        if (entityCount > maxEntities || abilityCount > maxAbilities) {
          throw new CutShort('The answers have too many entities, or too many properties.');
        }
        if (typeof part === 'string') {
          problems.addUnread(mapping, page.variables, {
            failure: misshapen(index, part, { address: page.address, path: mapping.id }),
          });
        } else {
          collect(devices, mapping, part);
          misplaced.saw(index, part);
        }
        await remote.budget.pause();
      }
    }
  }
  for (const id of problems.unread) devices.delete(id);
  for (const [id, { mappings }] of devices) {
    if (problems.partlyRead.some((mapping) => !mappings.has(mapping))) devices.delete(id);
  }
  const unread = problems.all();
  return {
    devices: toDevices(devices),
    problems: [...unread, ...misplaced.all()],
    complete: unread.length === 0,
    adviceIfEmpty: adviceIfEmpty(remote.description.devices),
  };
}

function adviceIfEmpty(mappings: Mapping[]): string {
  const paths = mappings.map(({ request, entities }) => `at ${entities} of \`${request}\``);
  return `The answers were read, and have no entities ${[...new Set(paths)].join(', ')}. If there are devices, check these paths, and whether this account may see them.`;
}

const misshapen = (
  index: number,
  why: string,
  at: Pick<FactsOf<'unavailable'>, 'address' | 'path'>,
) => new Unavailable(`devices[${index}]: ${why}`, { cause: 'unexpected_form', ...at });

/** Returns whether a request would fail in the same way again. */
const isLasting = (failure: ConnectorFailure): boolean =>
  failure instanceof Misconfigured || failure instanceof Unauthorized;

/** Collects distinct problems, and the devices of which a part could not be read. */
function createProblems({ description: { devices, requests }, conceal }: Remote) {
  const problems = new Map<string, DeviceProblem>();
  const unread = new Set<string>();
  /** Mappings that only add to devices, of which some part could not be read. */
  const partlyRead = new Set<Mapping>();
  const add = ({ device, failure: given }: DeviceProblem) => {
    const failure = conceal(given);
    const key = JSON.stringify([
      failure instanceof CutShort ? '' : device,
      failure.message,
      failure.facts.address,
    ]);
    if (!problems.has(key)) problems.set(key, { device, failure });
  };
  const addUnread = (
    mapping: Mapping,
    variables: Variables,
    { failure }: { failure: ConnectorFailure },
  ) => {
    const isOfItem = requests[mapping.request]!.each !== undefined && isIdOfRequest(mapping);
    const device = isOfItem ? fillText(mapping.id, variables) : undefined;
    if (device !== undefined) unread.add(device);
    // Any of the devices may lack a part. One that is refused for good would keep them away for good.
    else if (mapping.adds_only && !isLasting(failure)) partlyRead.add(mapping);
    add({ device, failure });
  };
  return {
    unread,
    get partlyRead() {
      return [...partlyRead];
    },
    addUnread,
    addFailed({ request, variables, failure }: Failed) {
      const affected = devices.filter((mapping) =>
        chainOf(requests, mapping.request).includes(request),
      );
      for (const mapping of affected) addUnread(mapping, variables, { failure });
    },
    all: () => [...problems.values()],
  };
}

/** Finds the entities of a mapping in a response; undefined when the response has another shape. */
function entitiesIn(
  { compiled, budget }: Remote,
  { entities: path, variables: sources }: Mapping,
  { root, variables }: Page,
): Found[] | undefined {
  const entities = compiled.path(path);
  if (!entities.fits(root, { budget })) return undefined;
  return entities.select(root, { budget, max: maxEntities + 1 }).map((entity) => ({
    entity,
    variables: readVariables(sources, { compiled, budget, entity, variables }),
  }));
}

function collect(devices: Map<string, Collected>, mapping: Mapping, part: Part): void {
  const { id, title, description, available, types, abilities, isDevice } = part;
  const known = devices.get(id);
  if (!known) {
    const mappings = new Set([mapping]);
    const parts = [{ abilities }];
    devices.set(id, { title, description, available, types, isDevice, parts, mappings });
    return;
  }
  known.title ??= title;
  known.description ??= description;
  known.available ??= available;
  known.isDevice ||= isDevice;
  known.types = [...new Set([...known.types, ...types])];
  known.parts.push({ abilities });
  known.mappings.add(mapping);
}

const toDevices = (devices: Map<string, Collected>): Device<Command>[] =>
  [...devices].filter(([, { isDevice }]) => isDevice).map(toDevice);

function toDevice([id, collected]: [string, Collected]): Device<Command> {
  const { title, description, available = true, types, parts } = collected;
  return {
    id,
    title: title ?? oneLine(id) ?? 'Device',
    description,
    types,
    abilities: combineParts(parts),
    available,
  };
}
