import { isObject, parseJson, Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import { resource, type Resource } from '../resource.js';

/** Changes that the bridge reports together (API guide, "Events"). */
export interface Changes {
  /** `update` with changed members, `add` with whole resources, or `delete` with ids. */
  type: string;
  at: Date | undefined;
  resources: Resource[];
}

const container = z.looseObject({
  type: z.string(),
  creationtime: z.string().optional().catch(undefined),
  data: z.array(z.unknown()).catch([]),
});

/** Parses the changes in an event; ignores each resource that is not as documented. */
export function parseChanges(data: string): Changes[] {
  return parseArray(data).flatMap((given) => {
    const { data: found } = container.safeParse(given);
    if (!found) return [];
    const at = new Date(found.creationtime ?? NaN);
    const resources = found.data.flatMap((one) => resource.safeParse(one).data ?? []);
    return [{ type: found.type, at: Number.isNaN(at.getTime()) ? undefined : at, resources }];
  });
}

function parseArray(text: string): unknown[] {
  const parsed = parseJson(text);
  if (Array.isArray(parsed)) return parsed as unknown[];
  throw new Unavailable('The bridge sends an unexpected event.');
}

const maxDepth = 8;

/** The most members of an object; real ones have dozens at most. Each change copies the objects that it changes. */
const maxMembers = 200;

/** Merges changed members into a resource, recursively. */
export const merge = (before: Resource, change: Resource): Resource =>
  mergeMembers(before, change, maxDepth) as Resource;

function mergeMembers(before: object, change: object, depth: number): object {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(change)) {
    const known = merged.get(name);
    const isNested = depth > 0 && isObject(known) && isObject(value);
    merged.set(name, isNested ? mergeMembers(known, value, depth - 1) : value);
  }
  if (merged.size > maxMembers) {
    throw new Unavailable('The bridge has a resource with more members than it can have.');
  }
  return Object.fromEntries(merged);
}
