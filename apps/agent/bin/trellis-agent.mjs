#!/usr/bin/env node
/** Runs the agent: from its sources in a checkout, and otherwise as it was built. */
import { existsSync } from 'node:fs';
import { register } from 'node:module';

const source = new URL('../src/main.ts', import.meta.url);
if (existsSync(source)) {
  // The libraries of the checkout are sources, too.
  const hook = `export const resolve = (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@trellis/source'] });`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  const tsx = await import('tsx/esm/api');
  tsx.register();
  await import(source.href);
} else {
  await import('../dist/main.js');
}
