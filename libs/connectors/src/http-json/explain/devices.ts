import { toProperty, valueIn, type Found } from '../abilities.js';
import { readSource, readVariables } from '../compile.js';
import type { Mapping, Property } from '../description/devices.js';
import type { Page, Received } from '../fetch.js';
import { membersOf } from '../json-path.js';
import { nothingOf } from '../nothing.js';
import type { Lookup, Subject } from './lookup.js';

/** The most entities of an answer that are looked at. */
const maxEntities = 500;

/** Explains each mapping to devices: its entities, and what each of its paths finds in them. */
export async function explainDevices(lookup: Lookup, { pages }: Received): Promise<void> {
  const { devices } = lookup.remote.description;
  for (const [index, mapping] of devices.entries()) {
    const at = `devices[${index}]`;
    for (const page of pages.get(mapping.request) ?? []) {
      await explainPage(lookup, at, mapping, page);
    }
    lookup.settle();
  }
}

async function explainPage(
  lookup: Lookup,
  at: string,
  mapping: Mapping,
  { root, variables }: Page,
): Promise<void> {
  const { explain, remote } = lookup;
  const { compiled, budget } = remote;
  const { entities: path, variables: sources } = mapping;
  const nothing = nothingOf(remote.description, mapping.request);
  const subject = { value: root, variables };
  const entities = lookup.path(`${at}.entities`, path, subject, maxEntities + 1);
  const isThere = entities.length > 0 || compiled.path(path).fits(root, { budget });
  const why = isThere
    ? 'It selects nothing.'
    : 'The answer has nothing where the entities should be.';
  lookup.require(`${at}.entities`, entities.length > 0, why);
  if (entities.length > maxEntities) explain.cut();
  for (const entity of entities.slice(0, maxEntities)) {
    const known = readVariables(sources, { compiled, budget, entity, variables, nothing });
    await explainEntity(lookup, at, mapping, { entity, variables: known, nothing });
    await budget.pause();
  }
}

async function explainEntity(
  lookup: Lookup,
  at: string,
  mapping: Mapping,
  found: Found,
): Promise<void> {
  const { compiled, budget } = lookup.remote;
  const { id, title, description, available, variables, properties } = mapping;
  const subject = { value: found.entity, variables: found.variables, within: mapping.entities };
  for (const [name, source] of Object.entries(variables)) {
    lookup.source(`${at}.variables.${name}`, source, subject);
  }
  lookup.source(`${at}.id`, id, subject);
  lookup.require(`${at}.id`, readSource(id, { compiled, budget, ...found }) !== undefined);
  if (title !== undefined) lookup.source(`${at}.title`, title, subject);
  if (description !== undefined) lookup.source(`${at}.description`, description, subject);
  if (available) lookup.path(`${at}.available.value`, available.value, subject);
  for (const [index, property] of properties.entries()) {
    await explainProperty(lookup, `${at}.properties[${index}]`, property, {
      ...found,
      within: mapping.entities,
    });
  }
}

async function explainProperty(
  { remote, explain, path, require }: Lookup,
  at: string,
  property: Property,
  { within, ...found }: Found & Pick<Subject, 'within'>,
): Promise<void> {
  const { compiled, budget } = remote;
  const { entity, variables } = found;
  const { expression, optional, enum: options } = property;
  if (typeof options === 'string')
    path(`${at}.enum`, options, { value: entity, variables, within });
  const text = expression ?? property.value;
  if (text === undefined) return;
  const member = expression === undefined ? `${at}.value` : `${at}.expression`;
  const value = await valueIn(found, property, remote);
  const isThere = value !== undefined;
  const { ability } = await toProperty(remote, property, found);
  const made = ability && 'property' in ability ? ability.value : undefined;
  const isUnusable =
    isThere && value !== null && made === undefined && !remote.guard.reveals(value);
  explain.looked(member, {
    path: text,
    within,
    found: isThere ? [value] : [],
    isUnusable,
    existing: () =>
      expression === undefined
        ? compiled.path(text).existing(entity, { budget })
        : { path: '$', members: membersOf(entity) },
  });
  if (optional && !isThere) return;
  require(member, isThere && !isUnusable, isThere ? unusable : undefined);
}

const unusable =
  'What is found there is no value of the property: check its type, unit, limits and `map`.';
