import type { DataSchema } from '../api/things.js';

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

const maxLength = 60;

export function formatValue(
  value: unknown,
  schema: Pick<DataSchema, 'unit' | '@type'> = {},
): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return booleanText(value, schema);
  if (typeof value === 'number') {
    const { unit } = schema;
    return unit ? `${number.format(value)} ${unit}` : number.format(value);
  }
  const text = typeof value === 'string' ? value : memberText(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const booleanText = (value: boolean, schema: Pick<DataSchema, '@type'>): string => {
  const isSwitch = [schema['@type']].flat().includes('OnOffProperty');
  if (isSwitch) return value ? 'On' : 'Off';
  return value ? 'Yes' : 'No';
};

/** Formats an object as `hue 240, saturation 50`, or as JSON if it is nested. */
function memberText(value: object): string {
  const entries = Object.entries(value);
  const isSimple =
    !Array.isArray(value) && entries.every(([, member]) => typeof member !== 'object');
  if (!isSimple) return JSON.stringify(value);
  return entries.map(([name, member]) => `${name} ${formatValue(member)}`).join(', ');
}
