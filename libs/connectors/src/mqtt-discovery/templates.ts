import type { Budget } from '@trellis/connector-sdk';
import { compileTemplate, createBudget, type Template, type WorkKind } from '@trellis/jinja';

/** Creates the budget of the templates of all devices in one poll. */
export const createPollBudget = (): Budget<WorkKind> =>
  createBudget({
    source: 4 * 1024 * 1024,
    steps: 2_000_000,
    characters: 16 * 1024 * 1024,
    members: 1_000_000,
  });

const deviceLimits = {
  source: 128 * 1024,
  steps: 100_000,
  characters: 1024 * 1024,
  members: 50_000,
};

/** The templates of one device: each is compiled once, and all of them share a budget. */
export class Templates {
  readonly #compiled = new Map<string, Template>();
  readonly #budget: Budget<WorkKind>;

  constructor(pollBudget?: Budget<WorkKind>) {
    this.#budget = createBudget(deviceLimits, pollBudget);
  }

  /** Whether some were not evaluated because together they take too much work. */
  get isExhausted(): boolean {
    return this.#budget.isExhausted;
  }

  compile(source: string): Template {
    const compiled = this.#compiled.get(source) ?? compileTemplate(source, this.#budget);
    this.#compiled.set(source, compiled);
    return compiled;
  }
}
