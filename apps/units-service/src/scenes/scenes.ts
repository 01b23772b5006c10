import {
  maxBatchThings,
  maxSceneLength,
  Problem,
  quotaExceeded,
  requireExpected,
  versionOf,
  type Caller,
  type Handler,
  type QuotaLimits,
  type Scene,
  type SceneState,
} from '@trellis/contracts';
import { inTransaction, pageRange, query, toPage } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns, toId } from '../batches/calls.js';
import { readAliases } from '../things/merge.sql.js';
import { findUnit } from '../visibility/find-unit.js';
import { noSuchUnit } from '../visibility/rules.js';
import {
  createScenes,
  deleteScene,
  listScenesOf,
  lockScene,
  readSceneRow,
  storeScene,
  type SceneRow,
  type WholeSceneRow,
} from './scenes.sql.js';

interface Needs {
  pool: pg.Pool;
  quotas: QuotaLimits<'units'>;
}

/** Stores a scene of a unit. A repeated call with the same id changes nothing. */
export const createScene: Handler<'scenes.create', Needs> = async (
  { pool, quotas },
  input,
  deadline,
) => {
  const { caller, scene: id, name, states } = input;
  const call = { input, ...deadline };
  const limit = quotas.scenes;
  const columns = [...callColumns([call]), [id], [name], [toText(states)], limit];
  const [created] = await query(pool, createScenes, [...columns, entriesOf([call])], deadline);
  if (!created) throw noSuchUnit();
  if (created.used !== null) throw quotaExceeded('scenes', { limit, used: Number(created.used) });
  return toScene(await requireRow(pool, caller, id));
};

export const listScenes: Handler<'scenes.list', Pick<Needs, 'pool'>> = async (
  { pool },
  { caller, id, page },
) => {
  const unit = await findUnit(pool, caller, id);
  if (!unit) throw noSuchUnit();
  const { after, take } = pageRange(page);
  return toPage(await query(pool, listScenesOf, [unit.key, id, after, take]), page, toScene);
};

export const readScene: Handler<'scenes.read', Pick<Needs, 'pool'>> = async (
  { pool },
  { caller, id },
) => {
  const row = await requireRow(pool, caller, id);
  const states = statesOf(row).filter((state) => isVisible(state, caller));
  return { ...toVersioned(row), states: await followAliases(pool, caller, states) };
};

async function requireRow(pool: pg.Pool, caller: Caller, id: string): Promise<WholeSceneRow> {
  const [row] = await query(pool, readSceneRow, keyOf(caller, id));
  if (!row) throw noSuchScene();
  return row;
}

/** Returns states with the things that show the devices of merged and replaced ones, each thing once. */
async function followAliases(
  pool: pg.Pool,
  { developer, subject }: Caller,
  states: readonly SceneState[],
): Promise<SceneState[]> {
  const ids = states.map(({ thing }) => thing);
  const rows = await query(pool, readAliases, [ids, developer, subject ?? null]);
  const aliases = new Map(rows.map(({ id, thing }) => [id, thing]));
  const seen = new Set(ids);
  return states.flatMap((state) => {
    const thing = aliases.get(state.thing);
    if (thing === undefined) return [state];
    if (seen.has(thing)) return [];
    seen.add(thing);
    return [{ ...state, thing }];
  });
}

/** Changes the name of a scene, or the states that the caller sees. */
export const updateScene: Handler<'scenes.update', Pick<Needs, 'pool'>> = async (
  { pool },
  { caller, id, name, states, expected, audit },
  deadline,
) =>
  inTransaction(
    pool,
    async (db) => {
      const row = await requireScene(db, { caller, id, expected });
      const others = statesOf(row).filter((state) => !isVisible(state, caller));
      const text = states ? toText([...others, ...states]) : row.states;
      const entries = entriesOf([{ input: { audit } }]);
      const stored = { ...row, name: name ?? row.name, states: text };
      const [updated] = await query(db, storeScene, [row.key, stored.name, text, entries]);
      return toVersioned({ ...stored, ...updated! });
    },
    deadline,
  );

export const removeScene: Handler<'scenes.remove', Pick<Needs, 'pool'>> = async (
  { pool },
  { audit, ...on },
  deadline,
) => {
  const remove = async (db: pg.PoolClient) => {
    const { key } = await requireScene(db, on);
    await query(db, deleteScene, [key, entriesOf([{ input: { audit } }])]);
    return {};
  };
  return inTransaction(pool, remove, deadline);
};

const keyOf = ({ developer, subject }: Caller, id: string) => [
  toId(id),
  developer,
  subject ?? null,
];

interface OnScene {
  caller: Caller;
  id: string;
  expected?: string[] | undefined;
}

/** Locks a scene that has an expected version. */
async function requireScene(
  db: pg.PoolClient,
  { caller, id, expected }: OnScene,
): Promise<WholeSceneRow> {
  const [row] = await query(db, lockScene, keyOf(caller, id));
  if (!row) throw noSuchScene();
  requireExpected(versionOfRow(row), expected);
  return row;
}

const versionOfRow = ({ name, states }: WholeSceneRow) => versionOf([name, states]);

const noSuchScene = () => new Problem('not_found', 'There is no such scene.');

const statesOf = ({ states }: WholeSceneRow) => JSON.parse(states) as SceneState[];

const isVisible = ({ subject }: SceneState, caller: Caller): boolean =>
  caller.subject === undefined || caller.subject === subject;

function toText(states: readonly SceneState[]): string {
  const text = JSON.stringify(states);
  if (states.length <= maxBatchThings && text.length <= maxSceneLength) return text;
  const detail = `A scene has at most ${maxBatchThings} things, and ${maxSceneLength} characters of JSON.`;
  throw new Problem('invalid_request', detail);
}

const toScene = ({ id, unit, name, created, modified }: SceneRow): Scene => ({
  id,
  unit,
  name,
  created: created.toISOString(),
  modified: modified.toISOString(),
});

const toVersioned = (row: WholeSceneRow) => ({ ...toScene(row), version: versionOfRow(row) });
