import { isObject } from './json.js';

/**
 * Applies a JSON Merge Patch (RFC 7396) and returns the result: members that are null in the patch are
 * removed, objects are patched member by member, and everything else, arrays included, is replaced.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
