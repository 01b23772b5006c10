import {
  isObject,
  isPrivateType,
  mergePatch,
  type Caller,
  type ShownConfiguration,
} from '@trellis/contracts';
import { answerInstanceConfiguration } from '../connectors/configurations.js';
import { problemsOf } from '../operation.js';
import {
  type Copying,
  type CopyNeeds,
  isSame,
  missingSecrets,
  type Outcome,
  toOutcome,
} from './copy-outcome.js';

const refusals = problemsOf('instances.update');

interface Instance {
  id: string;
  type: string;
  clients_per_subject?: number | undefined;
}

/** Reads the configuration of an instance without its secrets. */
export async function shownInstance(
  { connectors, sealing }: CopyNeeds,
  caller: Caller,
  { id, type }: Instance,
): Promise<ShownConfiguration> {
  // The type has the configuration of such an instance.
  if (isPrivateType(type)) return { configuration: {}, secrets: [] };
  return (await answerInstanceConfiguration({ connectors, sealing, caller }, id)).body;
}

/** Compares instances of a type that both environments have; with `replace`, the own one is changed. */
export async function compareInstance(
  request: CopyNeeds,
  { from, to, secrets, replace }: Copying,
  [instance, own]: [Instance, Instance],
): Promise<Omit<Outcome, 'connector_type_id'>> {
  const { connectors, sealing } = request;
  const { type, clients_per_subject } = instance;
  const given = isPrivateType(type) ? undefined : secrets[type];
  const shown = await shownInstance(request, from, instance);
  const before = await shownInstance(request, to, own);
  const rest = (one: Instance) => one.clients_per_subject;
  if (isSame({ shown, rest: rest(instance) }, { shown: before, rest: rest(own) })) {
    return { status: 'exists' };
  }
  if (!replace) return { status: 'differs' };
  const missing = missingSecrets(shown, before);
  if (missing.length > 0 && !given) return { status: 'secrets_needed', secrets: missing };
  const binding = {
    purpose: 'instances.configuration',
    developer: to.developer,
    id: own.id,
  } as const;
  const changes = patchBetween(before.configuration, shown.configuration);
  const patch = sealing.seal(binding, mergePatch(changes, given ?? {}));
  return connectors('instances.update', {
    caller: to,
    id: own.id,
    patch,
    clients_per_subject,
  }).then(
    () => ({ status: 'replaced' }),
    (error: unknown) => toOutcome(error, refusals),
  );
}

/** Returns the JSON Merge Patch (RFC 7396) that makes one object of another. */
function patchBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const entries = Object.entries(after).map(([name, value]) => {
    const old = before[name];
    return [name, isObject(old) && isObject(value) ? patchBetween(old, value) : value] as const;
  });
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...entries]);
}
