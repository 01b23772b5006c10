import type { z } from 'zod';

const deepParameters = new WeakSet<z.ZodType>();

/** Declares a parameter of a query whose members are sent one by one, as `name[member]=value`. */
export function deepParameter<Schema extends z.ZodType>(schema: Schema, description: string) {
  const parameter = schema
    .optional()
    .meta({ description, param: { style: 'deepObject', explode: true } });
  deepParameters.add(parameter);
  return parameter;
}

const memberOf = /^([^[\]]+)\[([^[\]]+)\]$/;

/** Returns the names of the parameters of a query whose members are sent one by one. */
const deepNames = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([name, schema]) =>
    deepParameters.has(schema as z.ZodType) ? [name] : [],
  );

/** Returns a function that collects the members of such parameters; undefined for a query without any. */
export function createFold(schema: z.ZodObject) {
  const names = new Set(deepNames(schema));
  if (names.size === 0) return undefined;
  return (sent: Record<string, unknown>): Record<string, unknown> => {
    const folded = new Map<string, unknown>();
    const members = new Map<string, [string, unknown][]>();
    for (const [parameter, value] of Object.entries(sent)) {
      const [, name, member] = memberOf.exec(parameter) ?? [];
      if (name === undefined || !names.has(name) || member === '__proto__') {
        folded.set(parameter, value);
      } else members.set(name, [...(members.get(name) ?? []), [member!, value]]);
    }
    for (const [name, found] of members) folded.set(name, Object.fromEntries(found));
    return Object.fromEntries(folded);
  };
}
