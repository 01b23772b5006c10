import type { Parameters } from './fields.js';
import { invalidQuery } from './parse.js';

/** A comparison with one value. */
export interface Compared {
  /** In SQL: `=`, `<`, `<=`, `>` or `>=`. */
  operator: string;
  value: string;
  position: number;
  parameters: Parameters;
}

export function compareText(sql: string, { operator, value, parameters }: Compared): string {
  if (operator !== '=') return `${sql} COLLATE "C" ${operator} ${parameters.add(value, 'text')}`;
  if (!value.includes('*')) return `${sql} = ${parameters.add(value, 'text')}`;
  const pattern = value.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
  return `${sql} LIKE ${parameters.add(pattern, 'text')}`;
}

export function compareTruth(sql: string, { operator, value, position }: Compared): string {
  if (operator !== '=' || (value !== 'true' && value !== 'false')) {
    throw invalidQuery('Can only be == or != `true` or `false`.', position);
  }
  return value === 'true' ? sql : `NOT ${sql}`;
}

/** A date, or a date with a time and its offset (RFC 3339). */
const instant =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** The range of years that both RFC 3339 and PostgreSQL write with four digits. */
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

export function compareTime(sql: string, compared: Compared): string {
  const { operator, value, position, parameters } = compared;
  const time = instant.test(value) ? Date.parse(value) : NaN;
  if (!(time >= firstInstant && time <= lastInstant)) {
    throw invalidQuery('Can only be compared with a time (RFC 3339).', position);
  }
  return `${sql} ${operator} ${parameters.add(new Date(time).toISOString(), 'timestamptz')}`;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

/**
 * Compares an item of JSON (`jsonb`): a value that is a number with numbers, any other with texts; for equality also with
 * texts of numbers, `true`, `false` and `null`. `*` alone matches any item.
 */
export function compareItem(item: string, compared: Compared): string {
  const { operator, value, parameters } = compared;
  if (operator === '=' && value === '*') return 'true';
  const isNumber = number.test(value) && Number.isFinite(Number(value));
  const asNumber = () =>
    `(jsonb_typeof(${item}) = 'number'
      AND ${item} ${operator} to_jsonb(${parameters.add(String(Number(value)), 'numeric')}))`;
  const asText = () =>
    `(jsonb_typeof(${item}) = 'string' AND ${compareText(`(${item} #>> '{}')`, compared)})`;
  if (operator !== '=') return isNumber ? asNumber() : asText();
  const alternatives = [asText()];
  if (isNumber) alternatives.push(asNumber());
  if (['true', 'false', 'null'].includes(value)) {
    alternatives.push(`${item} = ${parameters.add(value, 'jsonb')}`);
  }
  return `(${alternatives.join(' OR ')})`;
}
