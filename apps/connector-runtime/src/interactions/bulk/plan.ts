import { Problem, type BatchItem, type Interaction } from '@trellis/contracts';
import { query } from '@trellis/database';
import { noCallback } from '../../delivery/outbox.js';
import type { Runtime } from '../../runtime.js';
import { refusalByClient } from '../problem.js';
import { readBatchCreators, readCallableApps } from './run.sql.js';
import { groupOfApp } from './group.js';

export type PlanNeeds = Pick<Runtime, 'pool' | 'registry'>;

interface Requested {
  developer: string;
  operation: Interaction['operation'];
  items: BatchItem[];
}

/** The plan for a thing: it waits in a group, or is refused. */
export type PlannedItem = { item: BatchItem } & (
  { group: string; problem?: never } | { group?: never; problem: Problem }
);

/** Assigns things to groups, or finds why they are refused. */
export async function planItems(
  needs: PlanNeeds,
  { items, ...requested }: Requested,
): Promise<PlannedItem[]> {
  const possible = items.filter((item): item is PossibleItem => !item.problem && !!item.creator);
  const ofClients = possible.filter(({ creator }) => creator.kind === 'client');
  const ofApps = possible.filter(({ creator }) => creator.kind === 'app');
  const planned = new Map([
    ...(await planForClients(needs, { ...requested, items: ofClients })),
    ...(await planForApps(needs, { ...requested, items: ofApps })),
  ]);
  return items.map((item) =>
    item.problem ? { item, problem: Problem.fromData(item.problem) } : planned.get(item)!,
  );
}

type Planned = [BatchItem, PlannedItem][];

/** A thing that the gateway found able to do it. */
type PossibleItem = BatchItem & Required<Pick<BatchItem, 'creator'>>;

type Possible = Omit<Requested, 'items'> & { items: PossibleItem[] };

async function planForClients(
  { pool, registry }: PlanNeeds,
  { developer, items }: Possible,
): Promise<Planned> {
  const rows = await query(pool, readBatchCreators, [
    items.map(({ creator }) => creator.id),
    items.map(({ thing }) => thing),
    developer,
  ]);
  const creators = new Map(rows.map((row) => [row.position, row]));
  return items.map((item, index) => {
    const client = creators.get(index + 1);
    const problem = refusalByClient(registry, client);
    return [item, problem ? { item, problem } : { item, group: client!.instance }];
  });
}

/** Values of an app's things are stored by units-service; the app performs actions. */
async function planForApps(
  { pool }: PlanNeeds,
  { developer, operation, items }: Possible,
): Promise<Planned> {
  const isAction = operation === 'invokeaction';
  const apps = [...new Set(items.map(({ creator }) => creator.id))];
  const rows = isAction ? await query(pool, readCallableApps, [developer, apps]) : [];
  const callable = new Set(rows.map(({ app }) => app));
  return items.map((item) => {
    const { id: app } = item.creator;
    if (isAction && !callable.has(app)) return [item, { item, problem: noCallback() }];
    return [item, { item, group: groupOfApp(developer, app) }];
  });
}
