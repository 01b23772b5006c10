/** The reason why a template has no result: it cannot be evaluated at all, or not with this payload. */
export class TemplateFailure extends Error {}

/** A calculation with a number that is not finite, the result of which is none either. */
export class NotFinite extends TemplateFailure {}

/** A whole float of Python, which prints as `21.0`; any other float is a plain number. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An instant (ms since 1970). Dates without a time zone are in UTC. */
export class DateTime {
  readonly ms: number;
  constructor(ms: number) {
    // The range of Python: the years 1 to 9999.
    if (!(ms >= -62_135_596_800_000 && ms < 253_402_300_800_000)) {
      throw new TemplateFailure('it reads a value that is not a date');
    }
    this.ms = ms;
  }
}

export class Duration {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A namespace: variables that a loop can set for what follows it. */
export class Namespace {
  readonly attributes: Map<string, unknown>;
  constructor(attributes: Iterable<[string, unknown]>) {
    this.attributes = new Map(attributes);
  }
}

/** Returns whether a value is an object of JSON, or a dictionary. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns an own member of an object, or of an array or text by index; never one of JavaScript (`__proto__`). */
export function member(value: unknown, key: unknown): unknown {
  if (value === undefined) throw new TemplateFailure('it reads a member of an undefined value');
  if (value === null && typeof key === 'string') return undefined;
  if (Array.isArray(value) || typeof value === 'string') {
    return typeof key === 'number' ? value.at(key) : undefined;
  }
  if (value instanceof Namespace) return value.attributes.get(String(key));
  if (value instanceof DateTime) return dateMember(value, key);
  const name = nameOf(key);
  return isObject(value) && name !== undefined && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

/** Returns the name of a member for a key; keys of dictionaries need not be texts. */
function nameOf(key: unknown): string | undefined {
  if (typeof key === 'string' || typeof key === 'number') return String(key);
  if (key instanceof Float) return String(key.value);
  if (typeof key === 'boolean') return key ? 'True' : 'False';
  return key === null ? 'None' : undefined;
}

function dateMember({ ms }: DateTime, key: unknown): number | undefined {
  const date = new Date(ms);
  const parts: Record<string, number> = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    microsecond: date.getUTCMilliseconds() * 1000,
  };
  return typeof key === 'string' && Object.hasOwn(parts, key) ? parts[key] : undefined;
}

/** The longest text that can be a number (characters): the largest one has 309 digits. */
const maxNumberLength = 400;

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Reads a number as Python's `float()` does; undefined when it is not a finite number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Float) return value.value;
  const text = typeof value === 'string' ? value.slice(0, maxNumberLength).trim() : undefined;
  if (text !== undefined && !decimal.test(text)) return undefined;
  const number = text === undefined ? value : Number(text);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const notFinite = /^[-+]?(?:nan|inf|infinity)$/i;

/** Returns whether a text is a number of Python that is not finite. */
export const isNotFinite = (text: string): boolean =>
  notFinite.test(text.slice(0, maxNumberLength).trim());

/** Reads a number as `toNumber` does. Throws `NotFinite` for a text that is one of Python, but not finite. */
export function toFinite(value: unknown): number | undefined {
  if (typeof value === 'string' && isNotFinite(value)) {
    throw new NotFinite('it calculates with a number that is not finite');
  }
  return toNumber(value);
}

/** Returns a result as a float of Python. Throws when it is not finite. */
export function toFloat(number: number): number | Float {
  if (!Number.isFinite(number)) {
    throw new TemplateFailure('it divides by zero, or a result is too large');
  }
  return Number.isInteger(number) ? new Float(number) : number;
}

export const isFloat = (value: unknown): boolean =>
  value instanceof Float || (typeof value === 'number' && !Number.isInteger(value));

/** Returns whether a value is an `int` or a `float` of Python; a boolean is an `int`. */
export const isNumber = (value: unknown): value is number | boolean | Float =>
  typeof value === 'number' || typeof value === 'boolean' || value instanceof Float;
