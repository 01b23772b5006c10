import {
  list,
  maxBatchThings,
  type Scene,
  scene,
  type SceneState,
  text,
  type WholeScene,
} from '@trellis/contracts';
import type { IdForms } from '@trellis/operations';
import { z } from 'zod';
import { propertyValues } from '../interactions/interact.js';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

export const sceneResource = scene
  .extend({ href: z.url(), unit: reference })
  .meta({ id: 'Scene', description: 'A saved state of the things in or below a unit.' });

const stateResource = z.object({ thing: reference, properties: propertyValues });

export const wholeSceneResource = sceneResource
  .extend({ states: z.array(stateResource) })
  .meta({ id: 'SceneWithStates' });

export const newScene = z
  .strictObject({ name: text })
  .meta({ id: 'NewScene', example: { name: 'Evening' } });

const newState = z.strictObject({
  thing: z.strictObject({ href: z.string().max(2_048).describe('Its id in any form.') }),
  properties: propertyValues,
});

export const scenePatch = z
  .strictObject({
    name: text.optional(),
    states: list(newState, maxBatchThings)
      .optional()
      .describe('All states that the scene has from then on, of those that the caller sees.'),
  })
  .meta({ id: 'ScenePatch', example: { name: 'Late evening' } });
export type ScenePatch = z.output<typeof scenePatch>;

/** Replaces the ids of things by those that services know. */
export const withBareStates = ({ states, ...patch }: ScenePatch, forms: IdForms): ScenePatch => ({
  ...patch,
  ...(states && {
    states: states.map(({ thing, properties }) => ({
      thing: { href: forms.resource(thing.href) },
      properties,
    })),
  }),
});

export const sceneToJson = (
  { id, name, unit, created, modified }: Scene,
  hrefs: Hrefs,
): z.output<typeof sceneResource> => ({
  id,
  href: hrefs.scene(id),
  name,
  unit: { href: hrefs.unit(unit) },
  created,
  modified,
});

export const wholeSceneToJson = (
  found: WholeScene,
  hrefs: Hrefs,
): z.output<typeof wholeSceneResource> => ({
  ...sceneToJson(found, hrefs),
  states: found.states.map(({ thing, properties }: SceneState) => ({
    thing: { href: hrefs.thing(thing) },
    properties,
  })),
});
