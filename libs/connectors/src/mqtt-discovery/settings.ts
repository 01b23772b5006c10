import { isTopic } from './topics.js';
import { storable } from './payload.js';
import { compileTemplate, type Template } from './template/template.js';
import { isObject, toNumber } from './template/values.js';

/**
 * The options of a component, as its discovery message gives them. Whatever is not of the type that
 * is asked for counts as not given: a device with one odd option is better than none.
 */
export class Settings {
  readonly #options: Record<string, unknown>;

  constructor(options: Record<string, unknown>) {
    this.#options = options;
  }

  has(option: string): boolean {
    return this.raw(option) !== undefined;
  }

  /** Whether an option is given as null, which switches some abilities off. */
  isNull(option: string): boolean {
    return Object.hasOwn(this.#options, option) && this.#options[option] === null;
  }

  raw(option: string): unknown {
    return Object.hasOwn(this.#options, option) ? (this.#options[option] ?? undefined) : undefined;
  }

  /** A text; numbers and booleans as Home Assistant writes them: `"payload_on": true` is `True`. */
  text(option: string): string | undefined {
    return asText(this.raw(option));
  }

  number(option: string): number | undefined {
    return toNumber(this.raw(option));
  }

  flag(option: string): boolean {
    const value = this.raw(option);
    return value === true || value === 'true';
  }

  /** A list of texts, of which no more than `most` are looked at; a single one counts as a list. */
  texts(option: string, most?: number): string[] {
    return asTexts(this.raw(option), most);
  }

  /** An object, as options of its own. */
  object(option: string): Settings | undefined {
    const value = this.raw(option);
    return isObject(value) ? new Settings(value) : undefined;
  }

  /** A list of objects, each as options of its own. */
  objects(option: string): Settings[] {
    const value = this.raw(option);
    return (Array.isArray(value) ? value : []).filter(isObject).map((item) => new Settings(item));
  }

  /** The topic to read from or write to; undefined when it is none. */
  topic(option: string): string | undefined {
    const topic = this.raw(option);
    return typeof topic === 'string' && isTopic(topic) ? topic : undefined;
  }

  /** The template of the first of these options that is given. */
  template(...options: string[]): Template | undefined {
    const source = options.map((option) => this.raw(option)).find((value) => value !== undefined);
    return source === undefined ? undefined : compileTemplate(String(source));
  }
}

export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : undefined;
}

export function asTexts(value: unknown, most?: number): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all
    .slice(0, most)
    .map(asText)
    .filter((text) => text !== undefined);
}
