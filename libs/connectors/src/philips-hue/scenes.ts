import { action, choice, property, Rejected, type Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import { metadata, pointer, type Resource, type Update } from './resource.js';

/** The types of scenes: `smart_scene` changes over the day. */
export const sceneTypes = ['scene', 'smart_scene'];
const isScene = ({ type }: Resource): boolean => sceneTypes.includes(type);

/** `status` is a scene's, `state` a smart scene's (API reference). */
const scene = z.object({
  id: z.string(),
  type: z.string(),
  metadata,
  group: pointer,
  status: z.object({ active: z.string() }).optional().catch(undefined),
  state: z.string().optional().catch(undefined),
});
export type Scene = z.infer<typeof scene>;

/** The most scenes of a group, which is the total of the largest bridge. */
const maxScenesPerGroup = 500;

/** The scenes of a bridge by room and zone. Each is parsed once, because there may be many rooms. */
export class Scenes {
  readonly #byGroup = new Map<string, Map<string, Scene>>();
  readonly #groupOf = new Map<string, string>();

  constructor(resources: Iterable<Resource>) {
    for (const one of resources) this.set(one);
  }

  /** Updates a resource; without effect when it never was a scene. */
  set(resource: Resource): void {
    const found = isScene(resource) ? scene.safeParse(resource).data : undefined;
    if (found?.group.rid !== this.#groupOf.get(resource.id)) this.delete(resource.id);
    if (!found) return;
    const { rid } = found.group;
    const scenes = this.#byGroup.get(rid) ?? new Map<string, Scene>();
    this.#byGroup.set(rid, scenes.set(found.id, found));
    this.#groupOf.set(found.id, rid);
  }

  delete(id: string): void {
    const group = this.#groupOf.get(id) ?? '';
    const scenes = this.#byGroup.get(group);
    scenes?.delete(id);
    if (scenes?.size === 0) this.#byGroup.delete(group);
    this.#groupOf.delete(id);
  }

  of(groupId: string): Scene[] {
    return [...(this.#byGroup.get(groupId)?.values() ?? [])].slice(0, maxScenesPerGroup);
  }
}

/** Returns the abilities for scenes: the active one, and the actions that recall one and end a smart one. */
export function sceneAbilities(given: Scene[]): Ability<Update>[] {
  const scenes = namesOf(given);
  if (scenes.size === 0) return [];
  const active = [...scenes].find(([, one]) => isActive(one))?.[0];
  const smart = new Map([...scenes].filter(([, one]) => isSmart(one)));
  return [
    property('active_scene', choice('Active scene', [...scenes.keys()]), { value: active }),
    sceneAction('recall_scene', 'Recall a scene', scenes, (one) =>
      isSmart(one) ? 'activate' : 'active',
    ),
    ...(smart.size > 0
      ? [sceneAction('end_smart_scene', 'End a smart scene', smart, () => 'deactivate')]
      : []),
  ];
}

const isSmart = ({ type }: Scene) => type === 'smart_scene';

const isActive = (one: Scene) =>
  isSmart(one) ? one.state === 'active' : (one.status?.active ?? 'inactive') !== 'inactive';

/** Returns scenes by unique name: a smart scene may have the name of another scene. */
function namesOf(scenes: Scene[]): Map<string, Scene> {
  const names = new Map<string, Scene>();
  for (const one of [...scenes].sort((a, b) => Number(isSmart(a)) - Number(isSmart(b)))) {
    const name = one.metadata.name ?? one.id;
    names.set(isSmart(one) && names.has(name) ? `${name} (smart scene)` : name, one);
  }
  return names;
}

function sceneAction(
  name: string,
  title: string,
  scenes: Map<string, Scene>,
  toAction: (chosen: Scene) => string,
) {
  const affordance = { title, input: choice('Scene', [...scenes.keys()]), idempotent: true };
  return action(name, affordance, (chosen: string): Update => {
    const one = scenes.get(chosen);
    if (!one) throw new Rejected('There is no scene of this name.', { cause: 'value_refused' });
    return { type: one.type, id: one.id, body: { recall: { action: toAction(one) } } };
  });
}
