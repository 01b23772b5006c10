import { fittingSql, statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { joinUnitSql, visibleUnitSql } from '../visibility/rules.js';

/**
 * Stores a scene of a unit that the caller sees, unless the quota of the developer has no room; a repeated call changes
 * nothing. $1 ids of units, $2 developers, $3 subjects or nulls, $4 ids of scenes, $5 names, $6 states, $7 the most
 * scenes of a developer, $8 entries of the audit log.
 */
export const createScenes = statement<{ position: number; used: string | null }>(
  'scenes.create',
  `WITH call AS (
    SELECT call.*, unit.key AS unit_key
    FROM ${callsSql({ ...onResource, scene: 'uuid', name: 'text', states: 'text' })} ${joinUnitSql}
    FOR KEY SHARE OF unit
  ), ${fittingSql({
    quota: 'scenes',
    limit: '$7::bigint',
    isNew: 'NOT EXISTS (SELECT 1 FROM scenes known WHERE known.id = call.scene)',
  })}, created AS (
    INSERT INTO scenes (id, developer, unit_key, name, states)
    SELECT scene, developer, unit_key, name, states FROM fitting
    ON CONFLICT (id) DO NOTHING
  ), ${recordedSql('$8', 'SELECT position FROM call EXCEPT SELECT position FROM refused')}
  SELECT call.position::int AS position, refused.used
  FROM call LEFT JOIN refused ON refused.position = call.position`,
);

export interface SceneRow {
  key: string;
  id: string;
  unit: string;
  name: string;
  created: Date;
  modified: Date;
}

export interface WholeSceneRow extends SceneRow {
  /** JSON. */
  states: string;
}

const columns = (unit: string) => `
  scene.key, scene.id, ${unit} AS unit, scene.name, scene.created, scene.modified`;

const visibleScene = `
  SELECT ${columns('unit.id')}, scene.states
  FROM scenes scene
  JOIN units unit ON unit.key = scene.unit_key AND ${visibleUnitSql('unit', '$3')}
  WHERE scene.id = $1::uuid AND scene.developer = $2`;

/** Reads a scene if the caller sees its unit. $1 id, $2 developer, $3 subject or null. */
export const readSceneRow = statement<WholeSceneRow>('scenes.read', visibleScene);

/** Reads a scene like `readSceneRow`, and locks it until the transaction ends. */
export const lockScene = statement<WholeSceneRow>(
  'scenes.lock',
  `${visibleScene} FOR NO KEY UPDATE OF scene`,
);

/** Lists scenes of a unit. $1 its key, $2 its id, $3 the key of the scene after which the page begins, $4 the most. */
export const listScenesOf = statement<SceneRow>(
  'scenes.list',
  `SELECT ${columns('$2::uuid')} FROM scenes scene
  WHERE scene.unit_key = $1::bigint AND scene.key > $3::bigint ORDER BY scene.key LIMIT $4`,
);

/** Stores a scene. $1 key, $2 name, $3 states, $4 entries of the audit log. */
export const storeScene = statement<{ modified: Date }>(
  'scenes.store',
  `WITH ${recordedSql('$4')}
  UPDATE scenes SET name = $2, states = $3, modified = now() WHERE key = $1::bigint
  RETURNING modified`,
);

/** Removes a scene. $1 key, $2 entries of the audit log. */
export const deleteScene = statement(
  'scenes.delete',
  `WITH ${recordedSql('$2')}
  DELETE FROM scenes WHERE key = $1::bigint`,
);
