import {
  action,
  override,
  property,
  type Ability,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { actionOfCapability, propertyOfCapability } from '../described/capabilities.js';
import { toRemote, toValue } from '../described/conversion.js';
import type { Action, Property } from './description/devices.js';
import type { Scalar } from './description/members.js';
import { isNothing } from './nothing.js';
import type { Remote } from './remote.js';
import type { Command } from './send.js';
import type { Variables } from './template.js';

export interface Found {
  entity: unknown;
  variables: Variables;
  /** Values of its answer that mean nothing. */
  nothing: readonly Scalar[];
}

export interface FoundProperty {
  ability: Ability<Command> | undefined;
  isThere: boolean;
}

export async function toProperty(
  remote: Remote,
  described: Property,
  { entity, variables, nothing }: Found,
): Promise<FoundProperty> {
  const { compiled, budget, guard } = remote;
  const { capability, name, optional, write: template } = described;
  const defined = capability === undefined ? undefined : propertyOfCapability(capability);
  const own = affordanceOf(described, (at) =>
    compiled.path(at).select(entity, { budget, max: maxOptions }),
  );
  if (own.enum?.length === 0) return { ability: undefined, isThere: false };
  const affordance = override(defined?.affordance ?? {}, own);
  const found = await valueIn({ entity, nothing }, described, remote);
  const isThere = found !== undefined;
  if (optional && !isThere) return { ability: undefined, isThere };
  const value = guard.reveals(found) ? undefined : toValue(described, affordance, found);
  const write =
    template &&
    ((given: unknown): Command => ({
      template,
      variables: { ...variables, value: toRemote(described, affordance, given) },
    }));
  const options = { value, write };
  const ability = defined
    ? (defined.make({ ...own, ...options }) as Ability<Command>)
    : property<unknown, Command>(name!, affordance, options);
  return { ability, isThere };
}

/** Finds the value of a property; null for one that means nothing, undefined if there is none. */
export async function valueIn(
  { entity, nothing: ofAnswer }: Omit<Found, 'variables'>,
  { value: path, expression, optional, nothing: own }: Property,
  { compiled, budget }: Remote,
): Promise<unknown> {
  const nothing = [...ofAnswer, ...own];
  const found =
    expression !== undefined
      ? await compiled.expression(expression).evaluate(entity, { budget })
      : path && compiled.path(path).select(entity, { budget })[0];
  if (found === undefined) return nothing.includes(null) && !optional ? null : undefined;
  return isNothing(found, nothing) ? null : found;
}

/** The most options that a device may list itself. */
const maxOptions = 100;

function affordanceOf(
  described: Property,
  select: (path: string) => unknown[],
): PropertyAffordance {
  const { type, unit, role, title, description, minimum, maximum, enum: options } = described;
  const found = typeof options === 'string' ? optionsIn(select(options)) : options;
  return { type, unit, role, title, description, minimum, maximum, enum: found };
}

const optionsIn = (found: unknown[]): unknown[] => [...new Set(found.filter(isOption))];

const isOption = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 256);

export function toAction(described: Action, { variables }: Found): Ability<Command> {
  const { capability, name, role, title, description, input, idempotent, request } = described;
  const invoke = (given: unknown): Command => ({
    template: request,
    variables: given === undefined || given === null ? variables : { ...variables, value: given },
  });
  const affordance: ActionAffordance = { role, title, description, input, idempotent };
  const defined = capability === undefined ? undefined : actionOfCapability(capability);
  return defined
    ? (defined.make({ ...affordance, invoke }) as Ability<Command>)
    : action(name!, affordance, invoke);
}
