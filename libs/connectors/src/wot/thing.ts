import {
  isPlainText,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute } from './address.js';
import { describedAction, describedProperty } from './affordance.js';
import { formsFor, type Form, type Surroundings } from './form.js';
import { idOf, titleOf, type Found } from './identity.js';
import { textOf } from './plain.js';
import { securityOf } from './security.js';
import { allValuesOf, baseOfWebThing, linkedForms } from './web-thing.js';

/** A property of a thing, and how to reach it: the best way first. */
export interface Property {
  affordance: PropertyAffordance;
  read: Form[];
  write: Form[];
}

export interface Action {
  affordance: ActionAffordance;
  invoke: Form[];
}

/** A thing as its description says. */
export interface DescribedThing {
  id: string;
  title: string;
  description: string | undefined;
  properties: Map<string, Property>;
  actions: Map<string, Action>;
  /** Reads all values at once. */
  readAll: Form[];
}

/** The most properties, and the most actions, of one thing that are taken. */
const mostAffordances = 500;

const members = z.record(z.string(), z.unknown()).catch({});

/** What is read of a Thing Description 1.1 or 1.0, or of the dialect of WebThings. */
const shape = z.looseObject({
  '@context': z.unknown().optional(),
  id: z.string().optional().catch(undefined),
  href: z.string().optional().catch(undefined),
  base: z.string().optional().catch(undefined),
  titles: members.optional(),
  properties: members.optional(),
  actions: members.optional(),
  uriVariables: members.optional(),
});

/**
 * A thing from its Thing Description; undefined when it is none. What is odd of it is left out, so
 * that it does not spoil the rest.
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
    description: textOf(data.description, 4096),
    properties: propertiesOf(data.properties ?? {}, surroundings),
    actions: actionsOf(data.actions ?? {}, surroundings),
    readAll: [all, several, allValuesOf(data, asWebThing)].find(({ length }) => length > 0) ?? [],
  };
}

interface BothSurroundings {
  around: Surroundings;
  asWebThing: Surroundings;
}

/** The defaults of `uriVariables`; those of the affordance count more than those of the thing. */
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
  for (const [name, one] of Object.entries(given).slice(0, mostAffordances)) {
    const { data: terms } = z.looseObject({}).safeParse(one);
    if (terms && isPlainText(name)) yield { name, terms: terms as Record<string, unknown> };
  }
}

function propertiesOf(given: Record<string, unknown>, both: BothSurroundings) {
  const properties = new Map<string, Property>();
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
  const actions = new Map<string, Action>();
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
