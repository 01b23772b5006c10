import {
  isPlainText,
  multiLine,
  override,
  Rejected,
  type ActionAffordance,
  type EventAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, keyPlaceholder } from './address.js';
import {
  describedAction,
  describedProperty,
  affordancesOf,
  members,
  withVariables,
  type BothSurroundings,
} from './affordance.js';
import { formsFor, isMedia, type Form, type Surroundings } from './form.js';
import { idOf, titleOf, type Found } from './identity.js';
import { securityOf, wantedSchemes } from './security.js';
import { subscriptionsOf, type Subscription } from './subscriptions.js';
import { actionVariables } from './uri-variables.js';
import { allValuesOf, baseOfWebThing, linkedForms } from './web-thing.js';

export interface DescribedProperty {
  affordance: PropertyAffordance;
  read: Form[];
  write: Form[];
  /** The address of a picture, a sound or a stream, which cannot be a value. It is not requested. */
  media?: string;
}

export interface DescribedAction {
  affordance: ActionAffordance;
  /** Returns the forms for an input, and what to send with them. Throws `Rejected` when there are none. */
  bind(input: unknown): { forms: Form[]; input: unknown };
}

export interface DescribedThing {
  id: string;
  title: string;
  description: string | undefined;
  /** `@type`. */
  types: string[];
  properties: Map<string, DescribedProperty>;
  actions: Map<string, DescribedAction>;
  events: Map<string, EventAffordance>;
  subscriptions: Subscription[];
  /** Forms that read all values at once. */
  readAll: Form[];
  /** Forms that write several values at once. */
  writeSeveral: Form[];
  /** The kinds of credentials that it asks for, such as `oauth2`. */
  wants: string[];
  /** `property`, `action` or `event` for each that cannot be used. */
  leftOut: string[];
}

const maxTypes = 20;

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
  events: members.optional(),
  uriVariables: members.optional(),
});

/** Parses a Thing Description; undefined when it is none. Invalid parts are left out and do not affect the others. */
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
  const properties = propertiesOf(data.properties ?? {}, surroundings);
  const actions = actionsOf(data.actions ?? {}, surroundings);
  const readable = [...properties].filter(([, { read }]) => read.length > 0);
  const names = new Set(readable.map(([name]) => name));
  const { events, subscriptions } = subscriptionsOf(data, names, surroundings);
  return {
    id: idOf(data, title, found),
    title,
    description: multiLine(data.description),
    types: typesOf(data['@type']),
    properties,
    actions,
    events,
    subscriptions,
    wants: wantedSchemes(around.security),
    leftOut: [
      ...missing(data.properties, properties, 'property'),
      ...missing(data.actions, actions, 'action'),
      ...missing(data.events, events, 'event'),
    ],
    writeSeveral: formsFor('writemultipleproperties', data.forms, withVariables(around, {})),
    readAll: [all, several, allValuesOf(data, asWebThing)].find(({ length }) => length > 0) ?? [],
  };
}

/** Returns the types of a thing, bounded and without `Thing`, which says nothing. */
const typesOf = (given: string | string[] | undefined): string[] =>
  [...new Set([given ?? []].flat())]
    .filter((type) => isPlainText(type) && type !== 'Thing' && type !== 'tm:ThingModel')
    .slice(0, maxTypes);

const missing = (given: object = {}, found: Map<string, unknown>, kind: string): string[] =>
  Array.from({ length: Object.keys(given).length - found.size }, () => kind);

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
    const media = read.length === 0 && !affordance.writeOnly ? mediaOf(terms, around) : undefined;
    if (media !== undefined) {
      properties.set(name, { affordance: mediaAffordance(affordance), read, write: [], media });
    }
    if (media !== undefined || (read.length === 0 && write.length === 0)) continue;
    const access = {
      readOnly: write.length === 0 ? true : undefined,
      writeOnly: read.length === 0 ? true : undefined,
    };
    properties.set(name, { affordance: override(affordance, access), read, write });
  }
  return properties;
}

/** Returns the address of media. An address with the user's key in it must not be shown. */
function mediaOf(terms: Record<string, unknown>, around: Surroundings): string | undefined {
  const [form] = formsFor('readproperty', terms.forms, around, ['readproperty'], isMedia);
  return form && !form.href.includes(keyPlaceholder) ? form.href : undefined;
}

const mediaAffordance = (given: PropertyAffordance): PropertyAffordance => ({
  ...Object.fromEntries(Object.entries(given).filter(([term]) => descriptive.has(term))),
  type: 'string',
  format: 'uri',
  readOnly: true,
});

const descriptive = new Set(['@type', 'title', 'titles', 'description', 'descriptions']);

function actionsOf(given: Record<string, unknown>, both: BothSurroundings) {
  const actions = new Map<string, DescribedAction>();
  for (const { name, terms } of affordancesOf(given)) {
    const affordance = describedAction(terms);
    const action = affordance && describedBy(affordance, { name, terms }, both);
    if (action) actions.set(name, action);
  }
  return actions;
}

function describedBy(
  affordance: ActionAffordance,
  { name, terms }: { name: string; terms: Record<string, unknown> },
  both: BothSurroundings,
): DescribedAction | undefined {
  const around = withVariables(both.around, terms.uriVariables);
  if (!Array.isArray(terms.forms)) {
    const invoke = linkedForms(
      terms,
      { name, relation: 'action', method: 'POST' },
      both.asWebThing,
    );
    return invoke.length > 0
      ? { affordance, bind: (input) => ({ forms: invoke, input }) }
      : undefined;
  }
  const formsWith = (values: Record<string, unknown>) => {
    const variables = { ...around.variables, ...values };
    return formsFor('invokeaction', terms.forms, { ...around, variables }, ['invokeaction']);
  };
  const schemas = { ...both.around.variables, ...members.parse(terms.uriVariables) };
  const variables = actionVariables(affordance, terms.forms, schemas);
  // Any value shows whether there is a form for an action with these variables.
  const samples = Object.fromEntries(Object.keys(schemas).map((one) => [one, 'x']));
  if (formsWith(variables ? samples : {}).length === 0) return undefined;
  return {
    affordance: variables?.affordance ?? affordance,
    bind(given) {
      const { values, input } = variables?.divide(given) ?? { values: {}, input: given };
      const forms = formsWith(values);
      if (forms.length > 0) return { forms, input };
      throw new Rejected('The thing has no form for these variables.', {
        cause: 'no_such_command',
      });
    },
  };
}
