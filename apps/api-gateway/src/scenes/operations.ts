import { maxBatchThings, Problem, type SceneState, type Thing } from '@trellis/contracts';
import {
  expectedBy,
  invalidMember,
  listAnswer,
  pageOf,
  pageQuery,
  requireScope,
} from '@trellis/operations';
import { z } from 'zod';
import {
  answerBatch,
  batchAnswer,
  batchInput,
  defaultExpiry,
  type PlannedItem,
} from '../interactions/answer-batch.js';
import { interactionTimeoutMs, transitionMember } from '../interactions/interact.js';
import { planThings, selectThings, showThings } from '../interactions/plan-batch.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { withoutAliases } from '../things/aliases.js';
import { captureState } from './capture.js';
import {
  newScene,
  scenePatch,
  type ScenePatch,
  sceneResource,
  sceneToJson,
  wholeSceneResource,
  wholeSceneToJson,
  withBareStates,
} from './resource.js';

const tag = 'Scenes';
const admin = { tag, access: { scope: 'svc.things.admin', subject: 'optional' } } as const;

const path = '/api/v1/units/:id/scenes';
const scenePath = '/api/v1/scenes/:id';

const activation = z.strictObject({ transition: transitionMember }).meta({ id: 'SceneActivation' });

const unitsNote = 'Needs `svc.units.read`, too.';

export const sceneOperations: Operation[] = [
  operation.get(path, {
    tag,
    access: { scope: 'svc.units.read', subject: 'optional' },
    id: 'listScenes',
    summary: 'Retrieve scenes',
    description: 'The scenes of the unit, without their states.',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: z.array(sceneResource) },
    async handle({ units, caller, params: { id }, query, hrefs, url }) {
      const page = await units('scenes.list', { caller, id, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (one) => sceneToJson(one, hrefs));
    },
  }),
  operation.post(path, {
    ...admin,
    id: 'createScene',
    summary: 'Create scene',
    description:
      `Saves the state of up to ${maxBatchThings} things in or below the unit: the values of their primary ` +
      'properties that can be read and written. Of lamps and fans that are off, nothing is saved that would switch ' +
      `them on; of lamps that are on, either the color or the color temperature, by their mode. ${unitsNote}`,
    input: { body: newScene },
    answer: { status: 201, body: sceneResource, problems: problemsOf('scenes.create') },
    audit: { resource: 'unit' },
    async handle({ params: { id }, body: { name }, ...request }) {
      const { change, caller, hrefs, newId } = request;
      const states = await captureUnit(request, id);
      const scene = newId();
      const created = await change('scenes.create', { caller, id, scene, name, states }, scene);
      return { body: sceneToJson(created, hrefs), headers: { Location: hrefs.scene(scene) } };
    },
  }),
  operation.get(scenePath, {
    tag,
    access: { scope: 'svc.things.read', subject: 'optional' },
    id: 'getScene',
    summary: 'Retrieve scene',
    description: `With the states of the things that the caller sees. ${unitsNote}`,
    answer: { status: 200, body: wholeSceneResource },
    async handle({ units, caller, bearer, params: { id }, hrefs }) {
      const found = await units('scenes.read', { caller, id });
      // It shows where things are.
      requireScope('svc.units.read', bearer);
      return { body: wholeSceneToJson(found, hrefs), etag: found.version };
    },
  }),
  operation.patch(scenePath, {
    ...admin,
    id: 'updateScene',
    summary: 'Change scene',
    description: 'A JSON Merge Patch (RFC 7396): a new name, or other states.',
    input: { body: scenePatch, bareIds: withBareStates },
    answer: { status: 204, problems: [...problemsOf('scenes.update'), 'unknown_reference'] },
    audit: { resource: 'scene' },
    async handle({ params: { id }, body: { name, states: given }, ...request }) {
      const { change, caller, header } = request;
      const states = given && (await withSubjects(request, given));
      const input = { caller, id, name, states, ...expectedBy(header) };
      const { version } = await change('scenes.update', input);
      return { etag: version };
    },
  }),
  operation.delete(scenePath, {
    ...admin,
    id: 'deleteScene',
    summary: 'Delete scene',
    description: 'Its things stay as they are.',
    answer: { status: 204, problems: problemsOf('scenes.remove') },
    audit: { resource: 'scene' },
    async handle({ change, caller, params: { id }, header }) {
      await change('scenes.remove', { caller, id, ...expectedBy(header) });
    },
  }),
  operation.post(`${scenePath}/capture`, {
    ...admin,
    id: 'captureScene',
    summary: 'Save the current state in a scene',
    description: `As when it was created, in place of the state that it had. ${unitsNote}`,
    answer: { status: 200, body: sceneResource, problems: problemsOf('scenes.update') },
    audit: { resource: 'scene' },
    async handle({ params: { id }, ...request }) {
      const { units, change, caller, hrefs } = request;
      const { unit } = await units('scenes.read', { caller, id });
      const states = await captureUnit(request, unit);
      return { body: sceneToJson(await change('scenes.update', { caller, id, states }), hrefs) };
    },
  }),
  operation.post(`${scenePath}/activate`, {
    ...admin,
    access: { scope: 'svc.things.act', subject: 'optional' },
    id: 'activateScene',
    summary: 'Restore the state in a scene',
    description:
      'One bulk command with a result for each thing, as of `POST /interactions/batch`. Things that are gone, or cannot ' +
      'do it any more, fail alone.',
    input: { ...batchInput, body: activation, optionalBody: true },
    answer: { ...batchAnswer, problems: [...problemsOf('batches.start'), 'rate_limited'] },
    limits: { timeoutMs: interactionTimeoutMs },
    audit: { resource: 'scene' },
    async handle({ params: { id }, body: { transition } = {}, query, ...request }) {
      const { units, caller } = request;
      const { states } = await units('scenes.read', { caller, id });
      const items = await request.inTurn(() => planStates(request, states));
      const operation = 'writemultipleproperties';
      return answerBatch(request, {
        operation,
        transitionSeconds: transition,
        items,
        scene: id,
        expires: defaultExpiry(),
        isPreview: query.dry_run,
      });
    },
  }),
];

type CapturingRequest = Pick<
  OperationRequest,
  'units' | 'caller' | 'bearer' | 'hrefs' | 'deadline' | 'inTurn'
>;

/** Returns the states of the things in or below a unit. */
async function captureUnit(request: CapturingRequest, unit: string): Promise<SceneState[]> {
  const { units, caller, inTurn } = request;
  // Throws `not_found` for the path; the selection would refuse its condition.
  await units('units.references', { caller, id: unit, relation: 'things', page: { limit: 1 } });
  const capture = async () => {
    const states: SceneState[] = [];
    for await (const things of selectThings(request, { below: unit })) {
      states.push(...things.flatMap((thing) => captureState(thing) ?? []));
    }
    return states;
  };
  return inTurn(() => capture().catch(withoutErrors));
}

/** Leaves out the errors of a selection, since the caller has sent none. */
function withoutErrors(error: unknown): never {
  if (!(error instanceof Problem) || !error.extras.errors) throw error;
  const { errors: _errors, ...extras } = error.extras;
  throw new Problem(error.code, error.message, extras);
}

/** Adds the subjects of things to states; throws `unknown_reference` for things that the caller does not see. */
async function withSubjects(
  request: Pick<OperationRequest, 'units' | 'caller'>,
  given: NonNullable<ScenePatch['states']>,
): Promise<SceneState[]> {
  const ids = await withoutAliases(
    request,
    given.map(({ thing }) => thing.href),
  );
  const known = await readThings(request, ids);
  const seen = new Set<string>();
  return given.map(({ properties }, index) => {
    const pointer = `/states/${index}/thing/href`;
    const thing = known.get(ids[index]!.toLowerCase());
    if (!thing) throw unknownThing(pointer);
    const { id, subject } = thing;
    if (seen.has(id)) throw invalidMember(pointer, 'Is there already.');
    seen.add(id);
    return { thing: id, ...(subject !== undefined && { subject }), properties };
  });
}

function unknownThing(pointer: string): Problem {
  const detail = 'There is no such thing.';
  return new Problem('unknown_reference', detail, { errors: [{ pointer, detail }] });
}

async function readThings(
  request: Pick<OperationRequest, 'units' | 'caller'>,
  ids: readonly string[],
): Promise<Map<string, Thing>> {
  const known = new Map<string, Thing>();
  for await (const things of showThings(request, [...new Set(ids)])) {
    for (const thing of things) known.set(thing.id, thing);
  }
  return known;
}

type PlanningRequest = Pick<OperationRequest, 'units' | 'caller' | 'bearer' | 'deadline'>;

/** Finds out which states can be restored. */
async function planStates(
  request: PlanningRequest,
  states: readonly SceneState[],
): Promise<PlannedItem[]> {
  const valuesOf = new Map(states.map(({ thing, properties }) => [thing, properties]));
  const planned = await planThings(
    request,
    showThings(request, [...valuesOf.keys()]),
    ({ id }) => ({
      operation: 'writemultipleproperties',
      input: valuesOf.get(id),
    }),
  );
  const items = new Map(planned.map((item) => [item.thing, item]));
  return states.map(({ thing, properties: values }) => {
    const item = items.get(thing);
    return item ? { ...item, values } : { thing, idempotent: false, problem: gone() };
  });
}

const gone = () => new Problem('not_found', 'The thing is gone.').toData();
