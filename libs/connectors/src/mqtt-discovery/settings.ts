import { isObject, type Budget, type SharedBudget } from '@trellis/connector-sdk';
import {
  type Template,
  toNumber,
  compileTemplate,
  createBudget,
  type WorkKind,
} from '@trellis/jinja';
import { toStorable, isTopic } from './payload.js';

const maxChoices = 500;

/** The options of a component. One of another type counts as missing: an odd option must not lose the device. */
export class Settings {
  readonly #options: Record<string, unknown>;
  readonly #templates: Templates;

  constructor(options: Record<string, unknown>, templates = new Templates()) {
    this.#options = options;
    this.#templates = templates;
  }

  sharing(templates: Templates): Settings {
    return new Settings(this.#options, templates);
  }

  /** Returns the same options and these. */
  with(options: Record<string, unknown>): Settings {
    return new Settings(Object.assign({}, this.#options, options), this.#templates);
  }

  has(option: string): boolean {
    return this.raw(option) !== undefined;
  }

  /** Returns whether an option is null, which disables some abilities. */
  isNull(option: string): boolean {
    return Object.hasOwn(this.#options, option) && this.#options[option] === null;
  }

  raw(option: string): unknown {
    return Object.hasOwn(this.#options, option) ? (this.#options[option] ?? undefined) : undefined;
  }

  /** Returns a text; numbers and booleans are written as in Home Assistant: `"payload_on": true` is `True`. */
  text(option: string): string | undefined {
    return toText(this.raw(option));
  }

  number(option: string): number | undefined {
    return toNumber(this.raw(option));
  }

  flag(option: string): boolean {
    const value = this.raw(option);
    return value === true || value === 'true';
  }

  /** Returns a list of texts, at most `maxItems`; a single text counts as a list. */
  texts(option: string, maxItems?: number): string[] {
    return toTexts(this.raw(option), maxItems);
  }

  /** Returns the distinct texts to choose from: a data schema allows no duplicates. */
  choices(option: string): string[] {
    return [...new Set(this.texts(option, maxChoices))];
  }

  object(option: string): Settings | undefined {
    const value = this.raw(option);
    return isObject(value) ? new Settings(value, this.#templates) : undefined;
  }

  objects(option: string): Settings[] {
    const value = this.raw(option);
    return (Array.isArray(value) ? value : [])
      .filter(isObject)
      .map((item) => new Settings(item, this.#templates));
  }

  topic(option: string): string | undefined {
    const topic = this.raw(option);
    return typeof topic === 'string' && isTopic(topic) ? topic : undefined;
  }

  /** Returns the template of the first of these options that exists. */
  template(...options: string[]): Template | undefined {
    const given = options.map((option) => this.raw(option)).find((value) => value !== undefined);
    const source = toText(given);
    return source === undefined ? undefined : this.#templates.compile(source);
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return toStorable(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : undefined;
}

export function toTexts(value: unknown, maxItems?: number): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all
    .slice(0, maxItems)
    .map(toText)
    .filter((text) => text !== undefined);
}

const pollLimits = {
  source: 4 * 1024 * 1024,
  steps: 2_000_000,
  characters: 16 * 1024 * 1024,
  members: 1_000_000,
};

/** Creates the budget of the templates of all devices in one poll. */
export const createPollBudget = (within?: SharedBudget): Budget<WorkKind> =>
  createBudget(pollLimits, within);

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
