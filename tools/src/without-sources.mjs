/**
 * A hook of Node for programs that run from source, with the condition `@trellis/source`: published packages have that
 * condition, too, but no sources. Modules outside of this repository resolve without it.
 */
const root = new URL('../..', import.meta.url).href;

export const resolve = (specifier, context, next) =>
  context.parentURL === undefined || context.parentURL.startsWith(root)
    ? next(specifier, context)
    : next(specifier, { ...context, conditions: context.conditions.filter(isOfNode) });

const isOfNode = (condition) => condition !== '@trellis/source';
