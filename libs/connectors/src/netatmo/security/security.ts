import type { Device } from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import type { HomeStatus } from '../heating/heating.js';
import type { Home } from '../homes.js';
import { indexById, nameOr, parseEach } from '../lenient.js';
import { securityKindOf, securityStatus } from './kinds.js';

export function securityDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  const statuses = indexById(parseEach(status.modules, securityStatus));
  return home.modules.flatMap(({ id, type, name }) => {
    const kind = securityKindOf(type);
    if (!kind) return [];
    const known = statuses.get(id);
    return [
      {
        id,
        title: `${nameOr(kind.name, name)} (${home.name})`,
        description: kind.name,
        abilities: kind.toAbilities(known ?? {}),
        available: known?.reachable ?? known !== undefined,
        handle: home.id,
      },
    ];
  });
}

export const isWatched = ({ modules }: Home): boolean =>
  modules.some(({ type }) => securityKindOf(type) !== undefined);
