import { action, choice, property, Rejected, type Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import { metadata, pointer, type Resource, type Update } from './resource.js';

/** The types of scenes: one that is set at once, and one that changes over the day. */
export const sceneTypes = ['scene', 'smart_scene'];
export const isScene = ({ type }: Resource): boolean => sceneTypes.includes(type);

/** `status` is a scene's, `state` a smart scene's (API reference). */
const scene = z.looseObject({
  id: z.string(),
  type: z.string(),
  metadata,
  group: pointer,
  status: z.looseObject({ active: z.string() }).optional().catch(undefined),
  state: z.string().optional().catch(undefined),
});
type Scene = z.infer<typeof scene>;

/**
 * The scenes of a room or a zone by their names: which one is active, and the actions that recall one
 * and end a smart one.
 */
export function sceneAbilities(groupId: string, resources: Resource[]): Ability<Update>[] {
  const scenes = namesOf(
    resources
      .flatMap((given) => scene.safeParse(given).data ?? [])
      .filter(({ group }) => group.rid === groupId),
  );
  if (scenes.size === 0) return [];
  const active = [...scenes].find(([, one]) => isActive(one))?.[0];
  const smart = new Map([...scenes].filter(([, one]) => isSmart(one)));
  return [
    property('active_scene', choice('Active scene', [...scenes.keys()]), { value: active }),
    recall('recall_scene', 'Recall a scene', scenes, (one) =>
      isSmart(one) ? 'activate' : 'active',
    ),
    ...(smart.size > 0
      ? [recall('end_smart_scene', 'End a smart scene', smart, () => 'deactivate')]
      : []),
  ];
}

const isSmart = ({ type }: Scene) => type === 'smart_scene';

const isActive = (one: Scene) =>
  isSmart(one) ? one.state === 'active' : (one.status?.active ?? 'inactive') !== 'inactive';

/** A smart scene may have the name of another scene. */
function namesOf(scenes: Scene[]): Map<string, Scene> {
  const names = new Map<string, Scene>();
  for (const one of [...scenes].sort((a, b) => Number(isSmart(a)) - Number(isSmart(b)))) {
    const name = one.metadata.name ?? one.id;
    names.set(isSmart(one) && names.has(name) ? `${name} (smart scene)` : name, one);
  }
  return names;
}

function recall(
  name: string,
  title: string,
  scenes: Map<string, Scene>,
  toAction: (chosen: Scene) => string,
) {
  const affordance = { title, input: choice('Scene', [...scenes.keys()]), idempotent: true };
  return action(name, affordance, (chosen: string): Update => {
    const one = scenes.get(chosen);
    if (!one) throw new Rejected('There is no scene of this name.');
    return { type: one.type, id: one.id, body: { recall: { action: toAction(one) } } };
  });
}
