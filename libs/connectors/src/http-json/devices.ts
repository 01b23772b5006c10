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
import { handleOf } from './handle.js';
import { findMisplaced, hasFixedForm, toPart, withoutValues, type Part } from './part.js';
import { nothingOf } from './nothing.js';
import { CutShort } from './budget.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';
import { fillText } from './template.js';

/** The most entities of one poll, and the most properties and actions of all its devices. */
const maxEntities = 10_000;
const maxAbilities = 100_000;

type Collected = Omit<Part, 'id' | 'abilities' | 'isThere' | 'variables'> & {
  parts: (Pick<Part, 'abilities' | 'variables' | 'isThere'> & { mapping: Mapping })[];
  /** The mappings that the parts are from. */
  mappings: Set<Mapping>;
  /** Whether a request for it was answered with that it is out of reach. */
  isAway?: boolean;
};

/** Finds the devices of a poll by id; one with a part that could not be read is left out: it would lose that part. */
export async function devicesOf(
  remote: Remote,
  { pages, failed }: Received,
): Promise<Poll<Command>> {
  const { devices: mappings } = remote.description;
  const devices = new Map<string, Collected>();
  const problems = createProblems(remote);
  const misplaced = findMisplaced(mappings);
  const count = createCounter();
  for (const [index, mapping] of mappings.entries()) {
    for (const page of pages.get(mapping.request) ?? []) {
      const entities = entitiesIn(remote, mapping, page);
      if (!entities) {
        problems.addUnread(mapping, page, {
          failure: misshapen(index, 'The answer has nothing where the entities should be.', {
            address: page.address,
            path: mapping.entities,
          }),
        });
      }
      for (const found of entities ?? []) {
        const part = await toPart(remote, mapping, found);
        if (!part) continue;
        count(part);
        if (typeof part === 'string') {
          problems.addUnread(mapping, page, {
            failure: misshapen(index, part, { address: page.address, path: mapping.id }),
          });
        } else {
          collect(devices, mapping, part);
          problems.found(found.entity, part.id);
          misplaced.saw(index, part);
        }
        await remote.budget.pause();
      }
    }
  }
  for (const failure of failed) await addFailed(remote, { devices, problems, failure });
  for (const id of problems.unread) devices.delete(id);
  for (const [id, { mappings }] of devices) {
    if (problems.partlyRead.some((mapping) => !mappings.has(mapping))) devices.delete(id);
  }
  const unread = problems.all();
  return {
    devices: toDevices(remote, devices),
    problems: [...unread, ...misplaced.all()],
    complete: unread.length === 0,
    adviceIfEmpty: adviceIfEmpty(mappings),
  };
}

/** Counts entities and abilities. Throws `CutShort` when there are too many. */
function createCounter() {
  let [entities, abilities] = [0, 0];
  return (part: Part | string): void => {
    entities += 1;
    abilities += typeof part === 'string' ? 0 : part.abilities.length;
    if (entities > maxEntities || abilities > maxAbilities) {
      throw new CutShort('The answers have too many entities, or too many properties.');
    }
  };
}

interface FailedRequest {
  devices: Map<string, Collected>;
  problems: ReturnType<typeof createProblems>;
  failure: Failed;
}

/** Adds a failed request to the problems of a poll, unless it only means that a device is out of reach. */
async function addFailed(
  remote: Remote,
  { devices, problems, failure: { request, failure, ...page } }: FailedRequest,
): Promise<void> {
  const { devices: mappings, requests } = remote.description;
  for (const mapping of mappings) {
    if (!chainOf(requests, mapping.request).includes(request)) continue;
    const device = problems.deviceOf(mapping, page);
    const known = device === undefined ? undefined : devices.get(device);
    const isAway = failure.facts.cause === 'device_unreachable';
    if (known && isAway && mapping.request === request && hasFixedForm(mapping)) {
      collect(devices, mapping, await withoutValues(remote, mapping, { id: device!, ...page }));
      known.isAway = true;
    } else problems.addUnread(mapping, page, { failure });
  }
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
function createProblems({ description: { requests }, conceal }: Remote) {
  const problems = new Map<string, DeviceProblem>();
  const unread = new Set<string>();
  /** Mappings that only add to devices, of which some part could not be read. */
  const partlyRead = new Set<Mapping>();
  /** The devices by the entities in which they were found, which may be items of further requests. */
  const devices = new Map<unknown, string>();
  const add = ({ device, failure: given }: DeviceProblem) => {
    const failure = conceal(given);
    const isOfAll = failure instanceof CutShort || failure.facts.cause === 'rate_limited';
    const key = JSON.stringify([isOfAll ? '' : device, failure.message, failure.facts.address]);
    if (!problems.has(key)) problems.set(key, { device, failure });
  };
  const deviceOf = (mapping: Mapping, { variables, item }: Requested): string | undefined => {
    const isOfItem = requests[mapping.request]!.each !== undefined && isIdOfRequest(mapping);
    return isOfItem ? fillText(mapping.id, variables) : devices.get(item);
  };
  return {
    unread,
    get partlyRead() {
      return [...partlyRead];
    },
    found(entity: unknown, device: string) {
      if (typeof entity === 'object' && entity !== null) devices.set(entity, device);
    },
    deviceOf,
    addUnread(mapping: Mapping, page: Requested, { failure }: { failure: ConnectorFailure }) {
      const device = deviceOf(mapping, page);
      if (device !== undefined) unread.add(device);
      // Any of the devices may lack a part. One that is refused for good would keep them away for good.
      else if (mapping.adds_only && !isLasting(failure)) partlyRead.add(mapping);
      add({ device, failure });
    },
    all: () => [...problems.values()],
  };
}

/** The item for which a request was sent. */
type Requested = Pick<Page, 'variables' | 'item'>;

/** Finds the entities of a mapping in a response; undefined when the response has another shape. */
function entitiesIn(
  { compiled, budget, description }: Remote,
  { request, entities: path, variables: sources }: Mapping,
  { root, variables }: Page,
): Found[] | undefined {
  const nothing = nothingOf(description, request);
  const entities = compiled.path(path);
  if (!entities.fits(root, { budget })) return undefined;
  return entities.select(root, { budget, max: maxEntities + 1 }).map((entity) => ({
    entity,
    nothing,
    variables: readVariables(sources, { compiled, budget, entity, variables, nothing }),
  }));
}

function collect(devices: Map<string, Collected>, mapping: Mapping, part: Part): void {
  const { id, title, description, available, types, isDevice } = part;
  const { abilities, variables, isThere } = part;
  const own = { mapping, abilities, variables, isThere };
  const known = devices.get(id);
  if (!known) {
    const mappings = new Set([mapping]);
    const parts = [own];
    devices.set(id, { title, description, available, types, isDevice, parts, mappings });
    return;
  }
  known.title ??= title;
  known.description ??= description;
  known.available ??= available;
  known.isDevice ||= isDevice;
  known.types = [...new Set([...known.types, ...types])];
  known.parts.push(own);
  known.mappings.add(mapping);
}

const toDevices = (remote: Remote, devices: Map<string, Collected>): Device<Command>[] =>
  [...devices].filter(([, { isDevice }]) => isDevice).map((one) => toDevice(remote, one));

function toDevice(remote: Remote, [id, collected]: [string, Collected]): Device<Command> {
  const { title, description, available = true, types, parts, isAway } = collected;
  return {
    id,
    title: title ?? oneLine(id) ?? 'Device',
    description,
    types,
    abilities: combineParts(parts),
    available: available && !isAway,
    ...(isAway && { forgotten: [] }),
    handle: handleOf(remote, parts),
  };
}
