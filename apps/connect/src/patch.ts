import type { Configuration } from './api.js';
import { nameOf, pointerTo, type Field } from './form-fields.js';
import { isObject, isOf } from './stored.js';

/**
 * What a patch has to say so that a configuration becomes another one (RFC 7396). Where one of several kinds was chosen,
 * it removes the members of the others, too: of secrets that are stored, nothing is known here.
 */
export function toPatch(
  fields: Field[],
  before: Configuration,
  after: Configuration,
): Configuration {
  const patch = differences(before, after, new Set(fields.map(({ pointer }) => pointer)));
  for (const { kind, pointer, variants } of fields) {
    const chosen = after[nameOf(pointer)];
    if (kind !== 'variants' || !isObject(chosen)) continue;
    const all = variants.flatMap(({ constants, fields: inner }) => [
      ...Object.keys(constants),
      ...inner.map((field) => nameOf(field.pointer)),
    ]);
    const variant = variants.find(({ constants, fields: inner }) => isOf(chosen, constants, inner));
    const kept = new Set([
      ...Object.keys(chosen),
      ...(variant?.fields ?? []).map((field) => nameOf(field.pointer)),
    ]);
    const others = all.filter((name) => !kept.has(name)).map((name) => [name, null]);
    patch[nameOf(pointer)] = {
      ...Object.fromEntries(others),
      ...(patch[nameOf(pointer)] as object),
    };
  }
  return patch;
}

/** Of an object whose members are fields each of them is removed, and not the object: it may have secrets as well. */
function differences(
  before: Configuration,
  after: Configuration,
  fields: ReadonlySet<string>,
  below = '',
): Configuration {
  const removed = Object.entries(before)
    .filter(([name]) => !Object.hasOwn(after, name))
    .map(([name, known]): [string, unknown] => {
      const pointer = pointerTo(below, name);
      const isGroup = isObject(known) && [...fields].some((one) => one.startsWith(`${pointer}/`));
      return [name, isGroup ? differences(known, {}, fields, pointer) : null];
    });
  const entered = Object.entries(after).map(([name, value]): [string, unknown] => {
    const known = before[name];
    const pointer = pointerTo(below, name);
    return [
      name,
      isObject(known) && isObject(value) ? differences(known, value, fields, pointer) : value,
    ];
  });
  return Object.fromEntries([...removed, ...entered]);
}
