import { compileTemplate, createBudget, type Template } from '../template.js';

const limits = {
  source: 128 * 1024,
  steps: 100_000,
  characters: 1024 * 1024,
  members: 50_000,
};

/** Compiles a template with a budget of its own. */
export const compile = (source: string): Template => compileTemplate(source, createBudget(limits));
