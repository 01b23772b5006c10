import type { JsonSchema } from './schemas.js';

type Json = Record<string, unknown>;

/** A configuration that is stored, as it is shown. */
interface Shown {
  configuration: Json;
  /** JSON Pointers of the secrets that it has besides. */
  secrets: readonly string[];
}

/**
 * What a patch has to say so that a configuration becomes another one (RFC 7396). Secrets that are not entered stay,
 * but for those of an alternative in whose place another one was chosen.
 */
export function patchOf(schema: JsonSchema, { configuration, secrets }: Shown, after: Json): Json {
  const patch = differences(configuration, after);
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const [before, chosen] = [configuration[name], after[name]];
    const alternatives = member.oneOf as JsonSchema[] | undefined;
    if (!alternatives || !isObject(before) || !isObject(chosen)) continue;
    if (alternativeOf(alternatives, before) === alternativeOf(alternatives, chosen)) continue;
    const below = `/${name}/`;
    const removed = secrets
      .filter((pointer) => pointer.startsWith(below))
      .map((pointer) => [pointer.slice(below.length), null]);
    patch[name] = { ...Object.fromEntries(removed), ...(patch[name] as Json) };
  }
  return patch;
}

function differences(before: Json, after: Json): Json {
  const removed = Object.keys(before)
    .filter((name) => after[name] === undefined)
    .map((name) => [name, null]);
  const entered = Object.entries(after).map(([name, value]) => {
    const known = before[name];
    return [name, isObject(known) && isObject(value) ? differences(known, value) : value];
  });
  return { ...Object.fromEntries(entered), ...Object.fromEntries(removed) };
}

/** The alternative that a value is of, by the members that can have only some values. */
const alternativeOf = (alternatives: JsonSchema[], value: Json): JsonSchema | undefined =>
  alternatives.find(({ properties = {} }) =>
    Object.entries(properties as Record<string, JsonSchema>).every(
      ([name, { const: only, enum: some = only === undefined ? undefined : [only] }]) =>
        some === undefined ||
        value[name] === undefined ||
        (some as unknown[]).includes(value[name]),
    ),
  );

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
