import type { Device } from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { HomeStatus } from '../heating/heating.js';
import { heaterTypes, type Home, type HomeModule } from '../homes.js';
import { indexById, nameOr, parseEach } from '../lenient.js';
import { isExpected, kindOf } from './kinds.js';
import { moduleStatus, type ModuleStatus } from './status.js';

/**
 * The lights, switches, meters and shutters of a home. Their handle is its id: how a shutter is moved
 * depends on its status, which is read for a home.
 */
export function controlDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  const statuses = indexById(parseEach(status.modules, moduleStatus));
  return home.modules.flatMap((one) => toDevice(home, one, statuses));
}

/** Whether a home has any of them. */
export const isControlled = ({ modules }: Home): boolean =>
  modules.some((one) => kindOf(one) !== undefined);

/** The types of the modules of a home that nothing is shown of. */
export const leftOutTypes = ({ modules, malformed }: Home): string[] => [
  ...modules
    .filter((one) => !isExpected(one) && !heaterTypes.has(one.type))
    .map(({ type }) => type),
  ...Array.from({ length: malformed }, () => 'malformed'),
];

function toDevice(
  home: Home,
  given: HomeModule,
  statuses: Map<string, ModuleStatus>,
): Device<Command>[] {
  const kind = kindOf(given);
  if (!kind) return [];
  const { id, bridge } = given;
  const status = statuses.get(id);
  // One switch of several does not know itself whether the radio is in reach.
  const radio = statuses.get(id.split('#')[0]!);
  const set = (change: Record<string, unknown>): Command => ({
    path: 'setstate',
    json: { home: { id: home.id, modules: [{ id, ...(bridge && { bridge }), ...change }] } },
  });
  return [
    {
      id,
      title: `${nameOr(kind.name, given.name)} (${home.name})`,
      description: kind.name,
      abilities: kind.toAbilities({ status: status ?? {}, set }),
      available: status?.reachable ?? radio?.reachable ?? status !== undefined,
      handle: home.id,
    },
  ];
}
