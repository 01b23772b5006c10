import type { AccountUnit } from '@trellis/building-models';
import { Problem, type Caller, type UnitLine } from '@trellis/contracts';
import { pagesOf } from '@trellis/operations';
import type { Services } from '../operation.js';

/** The most that one model has: it is written as a whole. */
const limits = { units: 20_000, bytes: 32 * 1024 * 1024 };
const pageSize = 500;

interface ExportRequest {
  caller: Caller;
  /** The unit at the top of the model; all units without it. */
  below?: string | undefined;
}

/** Returns the units of a model with all that they have; throws `invalid_request` when they are too many. */
export async function readUnitsOfModel(
  units: Services['units'],
  { caller, below }: ExportRequest,
): Promise<AccountUnit[]> {
  const wanted = below === undefined ? undefined : await findBelow(units, { caller, id: below });
  const found = new Map<string, AccountUnit>();
  let bytes = 0;
  const pages = pagesOf(async ({ cursor }) => {
    const { lines: items, next } = await units('units.export', { caller, limit: pageSize, cursor });
    return { items, next };
  });
  for await (const lines of pages) {
    for (const line of lines) {
      if (wanted && !wanted.has(line.id)) continue;
      const unit = found.get(line.id) ?? newUnit(line);
      found.set(line.id, unit);
      const { properties = [], parents = [], children = [], things = [] } = line;
      unit.properties.push(...properties);
      unit.parents.push(...parents);
      unit.children.push(...children);
      unit.things.push(...things);
      bytes += JSON.stringify(line).length;
      if (found.size > limits.units || bytes > limits.bytes) throw tooMany();
    }
  }
  return [...found.values()];
}

const newUnit = ({ id, name, type }: UnitLine): AccountUnit => ({
  id,
  name,
  type,
  properties: [],
  parents: [],
  children: [],
  things: [],
});

async function findBelow(
  units: Services['units'],
  { caller, id }: { caller: Caller; id: string },
): Promise<Set<string>> {
  const found = new Set([id]);
  const walk = { caller, id, direction: 'descendants' } as const;
  const pages = pagesOf((from) =>
    units('units.traverse', { ...walk, page: { limit: 1_000, ...from } }),
  );
  for await (const items of pages) {
    for (const item of items) found.add(item);
    if (found.size > limits.units) throw tooMany();
  }
  return found;
}

const tooMany = () =>
  new Problem(
    'invalid_request',
    `A model has at most ${limits.units} units and ${limits.bytes} bytes; choose fewer with \`below\`.`,
  );
