import {
  isPlainText,
  multiLine,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute } from './address.js';
import { describedAction, describedProperty } from './affordance.js';
import { formsFor, type Form, type Surroundings } from './form.js';
import { idOf, titleOf, type Found } from './identity.js';
import { securityOf } from './security.js';
import { allValuesOf, baseOfWebThing, linkedForms } from './web-thing.js';

/** A property of a thing with its forms, the best first. */
export interface DescribedProperty {
  affordance: PropertyAffordance;
  read: Form[];
  write: Form[];
}

export interface DescribedAction {
  affordance: ActionAffordance;
  invoke: Form[];
}

/** A thing according to its description. */
export interface DescribedThing {
  id: string;
  title: string;
  description: string | undefined;
  /** `@type`. */
  types: string[];
  properties: Map<string, DescribedProperty>;
  actions: Map<string, DescribedAction>;
  /** Forms that read all values at once. */
  readAll: Form[];
}

/** The maximum number of properties, and of actions, of one thing. */
const maxAffordances = 500;

const maxTypes = 20;

const members = z.record(z.string(), z.unknown()).catch({});

/** The members of a Thing Description 1.1 or 1.0, or of the dialect of WebThings. */
const shape = z.looseObject({
  '@context': z.unknown().optional(),
  '@type': z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  id: z.string().optional().catch(undefined),
  href: z.string().optional().catch(undefined),
  base: z.string().optional().catch(undefined),
  titles: members.optional(),
  properties: members.optional(),
  actions: members.optional(),
  uriVariables: members.optional(),
});

/**
 * Reads a Thing Description; undefined when it is none. Invalid parts are left out and leave the
 * others as they are.
 */
export function readDescription(given: unknown, found: Found): DescribedThing | undefined {
  const { data } = shape.safeParse(given);
  if (!data || (data['@context'] ?? data.properties ?? data.actions) === undefined)
    return undefined;
  const title = titleOf(data);
  if (title === undefined) return undefined;
  const around = {
    base: absolute(data.base ?? '', found.address) ?? found.address,
    home: found.home,
    security: securityOf(data.securityDefinitions, data.security),
    variables: data.uriVariables ?? {},
  };
  const asWebThing = { ...around, base: baseOfWebThing(around.base, found.address) };
  const surroundings = { around, asWebThing };
  const all = formsFor('readallproperties', data.forms, withVariables(around, {}));
  const several = formsFor('readmultipleproperties', data.forms, withVariables(around, {}));
  return {
    id: idOf(data, title, found),
    title,
    description: multiLine(data.description),
    types: typesOf(data['@type']),
    properties: propertiesOf(data.properties ?? {}, surroundings),
    actions: actionsOf(data.actions ?? {}, surroundings),
    readAll: [all, several, allValuesOf(data, asWebThing)].find(({ length }) => length > 0) ?? [],
  };
}

/** At most as many types as a thing may have; `Thing` says nothing. */
const typesOf = (given: string | string[] | undefined): string[] =>
  [...new Set([given ?? []].flat())]
    .filter((type) => isPlainText(type) && type !== 'Thing' && type !== 'tm:ThingModel')
    .slice(0, maxTypes);

interface BothSurroundings {
  around: Surroundings;
  asWebThing: Surroundings;
}

/** Adds the defaults of `uriVariables`; those of an affordance override those of the thing. */
function withVariables(around: Surroundings, own: unknown): Surroundings {
  const schemas = { ...around.variables, ...members.parse(own) };
  const schema = z.looseObject({ default: z.unknown().optional(), const: z.unknown().optional() });
  const variables = Object.entries(schemas).map(([name, given]) => {
    const { data } = schema.safeParse(given);
    return [name, data?.default ?? data?.const];
  });
  return { ...around, variables: Object.fromEntries(variables) as Record<string, unknown> };
}

function* affordancesOf(given: Record<string, unknown>) {
  for (const [name, one] of Object.entries(given).slice(0, maxAffordances)) {
    const { data: terms } = z.looseObject({}).safeParse(one);
    if (terms && isPlainText(name)) yield { name, terms: terms as Record<string, unknown> };
  }
}

function propertiesOf(given: Record<string, unknown>, both: BothSurroundings) {
  const properties = new Map<string, DescribedProperty>();
  for (const { name, terms } of affordancesOf(given)) {
    const affordance = describedProperty(terms);
    if (!affordance) continue;
    const around = withVariables(both.around, terms.uriVariables);
    const forms = (operation: 'readproperty' | 'writeproperty', method: 'GET' | 'PUT') => {
      const said = formsFor(operation, terms.forms, around, ['readproperty', 'writeproperty']);
      if (Array.isArray(terms.forms)) return said;
      return linkedForms(terms, { name, relation: 'property', method }, both.asWebThing);
    };
    const read = affordance.writeOnly ? [] : forms('readproperty', 'GET');
    const write = affordance.readOnly ? [] : forms('writeproperty', 'PUT');
    if (read.length === 0 && write.length === 0) continue;
    const only = {
      ...(write.length === 0 && { readOnly: true }),
      ...(read.length === 0 && { writeOnly: true }),
    };
    properties.set(name, { affordance: { ...affordance, ...only }, read, write });
  }
  return properties;
}

function actionsOf(given: Record<string, unknown>, both: BothSurroundings) {
  const actions = new Map<string, DescribedAction>();
  for (const { name, terms } of affordancesOf(given)) {
    const affordance = describedAction(terms);
    const around = withVariables(both.around, terms.uriVariables);
    const invoke = Array.isArray(terms.forms)
      ? formsFor('invokeaction', terms.forms, around, ['invokeaction'])
      : linkedForms(terms, { name, relation: 'action', method: 'POST' }, both.asWebThing);
    if (affordance && invoke.length > 0) actions.set(name, { affordance, invoke });
  }
  return actions;
}
