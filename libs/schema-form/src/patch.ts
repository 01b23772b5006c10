import type { Field } from './fields.js';
import { isObject, nameOf, pointerTo, type Json } from './pointer.js';
import { isVariant } from './values.js';

/**
 * Returns the merge patch (RFC 7396) that changes one configuration into another. Secrets are absent from both and stay
 * as they are. When a variant is chosen, the patch removes all members of the other variants, since those may have
 * secrets that are not known here.
 */
export function toPatch(fields: Field[], before: Json, after: Json): Json {
  const patch = differences(before, after, new Set(fields.map(({ pointer }) => pointer)));
  for (const { kind, pointer, variants } of fields) {
    const name = nameOf(pointer);
    const chosen = after[name];
    if (kind !== 'variants' || !isObject(chosen)) continue;
    const variant = variants.find((one) => isVariant(chosen, one));
    const remaining = new Set([
      ...Object.keys(chosen),
      ...(variant?.fields ?? []).map((field) => nameOf(field.pointer)),
    ]);
    const others = variants
      .flatMap(({ constants, fields: inner }) => [
        ...Object.keys(constants),
        ...inner.map((field) => nameOf(field.pointer)),
      ])
      .filter((member) => !remaining.has(member))
      .map((member) => [member, null]);
    patch[name] = { ...Object.fromEntries(others), ...(patch[name] as object) };
  }
  return patch;
}

/** Removes members that are missing afterwards. Of a group of fields it removes each field, and not their secrets. */
function differences(before: Json, after: Json, fields: ReadonlySet<string>, below = ''): Json {
  const removed = Object.entries(before)
    .filter(([name]) => !Object.hasOwn(after, name))
    .map(([name, value]): [string, unknown] => {
      const pointer = pointerTo(below, name);
      const isGroup = isObject(value) && [...fields].some((one) => one.startsWith(`${pointer}/`));
      return [name, isGroup ? differences(value, {}, fields, pointer) : null];
    });
  const entered = Object.entries(after).map(([name, value]): [string, unknown] => {
    const old = before[name];
    const isNested = isObject(old) && isObject(value);
    return [name, isNested ? differences(old, value, fields, pointerTo(below, name)) : value];
  });
  return Object.fromEntries([...removed, ...entered]);
}
