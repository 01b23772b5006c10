import {
  action,
  property,
  type Ability,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { actionOfCapability, propertyOfCapability } from './capabilities.js';
import { toRemote, toValue } from './conversion.js';
import type { Action, Property } from './description/devices.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';
import type { Variables } from './template.js';

/** One entity that was found in an answer. */
export interface Found {
  entity: unknown;
  variables: Variables;
}

/** A property of an entity, and whether the entity has anything where its value should be. */
export interface FoundProperty {
  /** Undefined when the entity does not have this property. */
  ability: Ability<Command> | undefined;
  isThere: boolean;
}

/** The ability of a property that a description describes. */
export async function toProperty(
  remote: Remote,
  described: Property,
  { entity, variables }: Found,
): Promise<FoundProperty> {
  const { compiled, steps, guard } = remote;
  const { capability, name, optional, write: template } = described;
  const defined = capability === undefined ? undefined : propertyOfCapability(capability);
  const own = affordanceOf(described, (at) =>
    compiled.path(at).select(entity, { steps, max: maxOptions }),
  );
  if (own.enum?.length === 0) return { ability: undefined, isThere: false };
  const affordance = Object.assign({}, defined?.affordance, own);
  const found = await valueIn(entity, described, remote);
  const isThere = found !== undefined;
  if (optional && !isThere) return { ability: undefined, isThere };
  const value = guard.reveals(found) ? undefined : toValue(described, affordance, found);
  const write =
    template &&
    ((given: unknown): Command => ({
      template,
      variables: { ...variables, value: toRemote(described, affordance, given) },
    }));
  const options = { value, ...(write && { write }) };
  const ability = defined
    ? (defined.make({ ...own, ...options }) as Ability<Command>)
    : property<unknown, Command>(name!, affordance, options);
  return { ability, isThere };
}

/** What an entity has for a property, as the API knows it; undefined when that is nothing. */
async function valueIn(
  entity: unknown,
  { value: path, expression }: Property,
  { compiled, steps }: Remote,
): Promise<unknown> {
  if (expression !== undefined) return compiled.expression(expression).evaluate(entity, { steps });
  return path === undefined ? undefined : compiled.path(path).select(entity, { steps })[0];
}

/** How many options a device may have of its own. */
const maxOptions = 100;

/** What a description says about a property, besides the capability. */
function affordanceOf(
  described: Property,
  select: (path: string) => unknown[],
): PropertyAffordance {
  const { type, unit, title, description, minimum, maximum, enum: options } = described;
  return {
    ...(type !== undefined && { type }),
    ...(unit !== undefined && { unit }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(options && { enum: typeof options === 'string' ? optionsIn(select(options)) : options }),
  };
}

/** The texts and numbers among what was found, each once. */
const optionsIn = (found: unknown[]): unknown[] => [...new Set(found.filter(isOption))];

const isOption = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 256);

/** The ability of an action that a description describes. */
export function toAction(described: Action, { variables }: Found): Ability<Command> {
  const { capability, name, title, description, input, idempotent, request } = described;
  const invoke = (given: unknown): Command => ({
    template: request,
    variables: { ...variables, ...(given !== undefined && given !== null && { value: given }) },
  });
  const affordance: ActionAffordance = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(input && { input }),
    ...(idempotent !== undefined && { idempotent }),
  };
  const defined = capability === undefined ? undefined : actionOfCapability(capability);
  return defined
    ? (defined.make({ ...affordance, invoke }) as Ability<Command>)
    : action(name!, affordance, invoke);
}
