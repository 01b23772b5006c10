import { isObject } from '@trellis/connector-sdk';
import { type Template, toNumber } from '@trellis/jinja';
import { toStorable } from './payload.js';
import { Templates } from './templates.js';
import { isTopic } from './topics.js';

/** The longest list of texts to choose from. */
const maxChoices = 500;

/**
 * The options of a component, as its discovery message states them. An option of another type than
 * the one asked for counts as missing: a device with one odd option is better than no device.
 */
export class Settings {
  readonly #options: Record<string, unknown>;
  readonly #templates: Templates;

  constructor(options: Record<string, unknown>, templates = new Templates()) {
    this.#options = options;
    this.#templates = templates;
  }

  /** The same options, with templates that are shared with others. */
  sharing(templates: Templates): Settings {
    return new Settings(this.#options, templates);
  }

  has(option: string): boolean {
    return this.raw(option) !== undefined;
  }

  /** Whether an option is null, which switches some abilities off. */
  isNull(option: string): boolean {
    return Object.hasOwn(this.#options, option) && this.#options[option] === null;
  }

  raw(option: string): unknown {
    return Object.hasOwn(this.#options, option) ? (this.#options[option] ?? undefined) : undefined;
  }

  /** A text; numbers and booleans as Home Assistant writes them: `"payload_on": true` is `True`. */
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

  /** A list of texts, at most `maxItems`; a single text counts as a list. */
  texts(option: string, maxItems?: number): string[] {
    return toTexts(this.raw(option), maxItems);
  }

  /**
   * The texts to choose from, each once: devices list some twice, and a data schema allows no option
   * twice.
   */
  choices(option: string): string[] {
    return [...new Set(this.texts(option, maxChoices))];
  }

  /** An object, as options of its own. */
  object(option: string): Settings | undefined {
    const value = this.raw(option);
    return isObject(value) ? new Settings(value, this.#templates) : undefined;
  }

  /** A list of objects, each as options of its own. */
  objects(option: string): Settings[] {
    const value = this.raw(option);
    return (Array.isArray(value) ? value : [])
      .filter(isObject)
      .map((item) => new Settings(item, this.#templates));
  }

  /** A topic to read from or write to; undefined when it is not a valid one. */
  topic(option: string): string | undefined {
    const topic = this.raw(option);
    return typeof topic === 'string' && isTopic(topic) ? topic : undefined;
  }

  /** The template of the first of these options that is there. */
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
