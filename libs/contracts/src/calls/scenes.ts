import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { anyJson, text } from '../text.js';
import { expecting } from '../version.js';
import { audited } from './audit.js';
import { maxBatchThings } from './batches.js';

/** The state of a thing in a scene: the values of properties, by their names. */
export const sceneState = z.object({
  thing: uuid,
  /** The subject in whose list the thing is; other subjects do not see this state. */
  subject: subjectId.optional(),
  properties: z.record(z.string(), anyJson),
});
export type SceneState = z.infer<typeof sceneState>;

const sceneStates = list(sceneState, maxBatchThings);

/** The most that the states of a scene take (characters of JSON). */
export const maxSceneLength = 512 * 1024;

/** A saved state of the things in or below a unit. */
export const scene = z.object({
  id: uuid,
  unit: uuid,
  name: z.string(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
});
export type Scene = z.infer<typeof scene>;

const versionedScene = scene.extend({ version: z.string() });

/** A scene with the states that the caller sees. */
const wholeScene = versionedScene.extend({ states: sceneStates });
export type WholeScene = z.infer<typeof wholeScene>;

/** Those who see a unit see its scenes. */
export const sceneCalls = defineCalls({
  'scenes.create': {
    /** `id` is that of the unit. */
    input: onResource.extend({ scene: uuid, name: text, states: sceneStates, ...audited }),
    output: scene,
    problems: ['quota_exceeded'],
  },
  'scenes.list': { input: z.object({ caller, id: z.string(), page }), output: pageOf(scene) },
  'scenes.read': { input: onResource, output: wholeScene },
  'scenes.update': {
    /** `states` replaces all states that the caller sees. */
    input: onResource.extend({
      name: text.optional(),
      states: sceneStates.optional(),
      ...expecting,
      ...audited,
    }),
    output: versionedScene,
    problems: ['precondition_failed', 'invalid_request'],
  },
  'scenes.remove': {
    input: onResource.extend({ ...expecting, ...audited }),
    problems: ['precondition_failed'],
  },
});
