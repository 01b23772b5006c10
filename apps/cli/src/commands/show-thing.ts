import { idOf, type Thing } from '../lookup/named.js';
import { dayAndTime, relativeTime, valueText } from '../output/format.js';
import type { Printer } from '../output/printer.js';

/** The tables of properties by role, with the titles of their first columns. */
const sections = [
  ['primary', 'PROPERTY'],
  ['configuration', 'SETTING'],
  ['diagnostic', 'DIAGNOSTIC'],
] as const;

export function showThing(printer: Printer, thing: Thing): void {
  const { state, reason, since } = thing.availability;
  const known = [state, reason && `(${reason})`, since && `since ${dayAndTime(since)}`];
  printer.details(thing, [
    ['Thing', idOf(thing.id)],
    ['Title', thing.title],
    ['Type', thing['@type']?.join(' ')],
    ['Description', thing.description],
    ['State', known.filter(Boolean).join(' ')],
    ['Events', Object.keys(thing.events ?? {}).join(', ') || undefined],
  ]);
  if (printer.json) return;
  const properties = Object.entries(thing.properties);
  for (const [role, title] of sections) {
    const shown = properties.filter(([, property]) => property.role === role);
    if (shown.length === 0) continue;
    printer.lines(['']);
    printer.table(shown, [
      { title, text: ([name]) => name, min: 10 },
      { title: 'VALUE', text: ([, { value, target }]) => valueText(value, target), min: 8 },
      { title: 'UNIT', text: ([, { unit }]) => unit, min: 6, leaveOut: 2 },
      { title: 'TYPE', text: ([, { type }]) => type },
      { title: 'ACCESS', text: ([, one]) => accessTo(one) },
      { title: 'CHANGED', text: ([, { changed }]) => relativeTime(changed), leaveOut: 1 },
    ]);
  }
  const actions = Object.entries(thing.actions);
  if (actions.length === 0) return;
  printer.lines(['']);
  printer.table(actions, [
    { title: 'ACTION', text: ([name]) => name, min: 10 },
    { title: 'INPUT', text: ([, { input }]) => inputOf(input), min: 10 },
    { title: 'DESCRIPTION', text: ([, { description }]) => description, min: 12, leaveOut: 1 },
  ]);
}

const accessTo = ({ readOnly, writeOnly }: { readOnly?: boolean; writeOnly?: boolean }): string =>
  readOnly ? 'read' : writeOnly ? 'write' : 'read, write';

function inputOf(input: { type?: string; properties?: object } | undefined): string {
  if (!input) return '';
  const { type = 'any', properties } = input;
  return properties
    ? Object.keys(properties)
        .map((name) => `${name}=…`)
        .join(' ')
    : type;
}
