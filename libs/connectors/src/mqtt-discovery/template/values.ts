/** Why a template has no result: it cannot be evaluated at all, or not with this payload. */
export class TemplateFailure extends Error {}

/** The most characters in all texts that one evaluation produces. */
const maxCharacters = 512 * 1024;

/** The most members in all objects and arrays that one evaluation serializes. */
const maxMembers = 10_000;

/**
 * What an evaluation may still use. A template has no loops, but it can double a text with every
 * statement, or serialize nested arrays; this allowance ends it.
 */
export class Allowance {
  #characters = maxCharacters;
  #members = maxMembers;

  /** Counts a text that was produced, and returns it. */
  take(text: string): string {
    this.reserve(text.length);
    return text;
  }

  /** Counts characters before they are produced. */
  reserve(characters: number): void {
    this.#characters -= characters;
    if (this.#characters < 0) throw new TemplateFailure('it produces too much text');
  }

  /** A value as JSON. */
  json(value: unknown): string {
    return JSON.stringify(value, (_key, member: unknown) => {
      this.#members -= 1;
      if (this.#members < 0) throw new TemplateFailure('it serializes too much');
      if (typeof member === 'string') this.reserve(member.length);
      return member;
    });
  }

  /** A value as Jinja prints it. */
  text(value: unknown): string {
    if (value === undefined) return '';
    if (value === null) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return this.take(typeof value === 'object' ? this.json(value) : String(value));
  }
}

/** Whether a value is true in Python: empty texts, arrays and objects are false. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A member of a value: of an object only its own, of an array or a text by index. Nothing of
 * JavaScript (`constructor`, `__proto__`, methods) can be reached this way.
 */
export function member(value: unknown, key: unknown): unknown {
  if (value === undefined) throw new TemplateFailure('it reads a member of an undefined value');
  if ((Array.isArray(value) || typeof value === 'string') && typeof key === 'number') {
    return value.at(key);
  }
  const name = key === null ? 'None' : key;
  if (!isObject(value) || (typeof name !== 'string' && typeof name !== 'number')) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A value as a number, as Python's `float()` reads it; undefined when it is not a number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) {
    return undefined;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
