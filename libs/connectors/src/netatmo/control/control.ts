import type { Device } from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { HomeStatus } from '../heating/heating.js';
import { heaterTypes, type Home, type HomeModule } from '../homes.js';
import { indexById, nameOr, parseEach } from '../lenient.js';
import { isExpected, kindOf } from './kinds.js';
import { moduleStatus, type ModuleStatus } from './status.js';

/**
 * Returns the lights, switches, meters and shutters of a home. The handle is the id of the home: how a shutter is
 * moved depends on its status, which is read for a home.
 */
export function controlDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  const statuses = indexById(parseEach(status.modules, moduleStatus));
  return home.modules.flatMap((one) => toDevice(home, one, statuses));
}

export const isControlled = ({ modules }: Home): boolean =>
  modules.some((one) => kindOf(one) !== undefined);

/** Returns the types of the modules of a home that are not supported. */
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
  // One switch of several does not report whether the radio can be reached.
  const radio = statuses.get(id.split('#')[0]!);
  const set = (change: Record<string, unknown>): Command => ({
    path: 'setstate',
    json: { home: { id: home.id, modules: [{ id, bridge, ...change }] } },
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
