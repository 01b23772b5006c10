import type { ClientSchema, Connector, ContextOf } from '@trellis/connector-sdk';
import {
  description,
  httpJson,
  parameters as parametersSchema,
  type Command,
  type Description,
  type Remote,
} from '@trellis/connectors/http-json';
import type { z } from 'zod';
import { clientSample, clientSchema } from './client.js';
import { logoOf } from './logo.js';
import { describedBy, instanceSample, instanceSchema } from './settings.js';
import { categories, homeParameter, type Entry } from './vendor.js';

type Settings = Record<string, unknown>;
type Context = ContextOf<z.ZodObject, ClientSchema>;

/**
 * Creates the connector of a vendor: that for descriptions, whose description is fixed. Its schemas are created when
 * they are used, since most vendors are not.
 */
export function toConnector(entry: Entry): Connector<z.ZodObject, ClientSchema, Command> {
  const parametersOf = once(() => parametersSchema.parse(entry.configuration.parameters ?? {}));
  const { authentication, secrets = [] } = entry.configuration;
  const isAtHome = homeParameter(entry) !== undefined;
  const descriptionOf = createDescriptions(entry);
  const instanceOf = once(() => ({
    schema: instanceSchema(entry),
    sample: instanceSample(entry),
  }));
  const clientOf = once(() => ({
    schema: clientSchema(entry, parametersOf()),
    sample: clientSample(entry, parametersOf()),
    keepsSecrets: isAtHome ? [] : namesOfPlain(parametersOf()),
  }));
  function open<Result>(
    { instance, client, ...context }: Context,
    use: (remote: Remote) => Promise<Result>,
  ) {
    const { interval_ms, ...values } = client;
    const described = {
      ...context,
      instance: descriptionOf(instance),
      client: { interval_ms, parameters: scalarsIn(values) },
    };
    return httpJson.connect!(described, use);
  }
  return {
    id: entry.number,
    typeId: entry.id,
    name: entry.name,
    description: entry.description,
    logo: logoOf(entry.logo),
    category: entry.category,
    translations: {
      de: { [entry.category]: categories[entry.category], ...entry.translations.de },
    },
    connectSteps: entry.steps,
    announced: entry.announced,
    isInHomes: () => isAtHome,
    limits: ratesOf(entry),
    devicesAnswer: isAtHome,
    get instance() {
      return instanceOf();
    },
    get client() {
      return clientOf();
    },
    secretNames: () => secrets,
    ...(authentication?.scheme === 'oauth2' &&
      authentication.grant !== 'client_credentials' && { oauth2: oauth2Of(descriptionOf) }),
    poll: (context) => open(context, (remote) => httpJson.poll(remote)),
    send: (context, command) => open(context, (remote) => httpJson.send!(remote, command)),
  };
}

function once<Result>(create: () => Result): () => Result {
  let known: { result: Result } | undefined;
  return () => (known ??= { result: create() }).result;
}

/** Returns a function that returns the description with the settings of an instance, which is compiled once. */
function createDescriptions(entry: Entry): (settings: Settings) => Description {
  const known = new WeakMap<Settings, Description>();
  return (settings) => {
    const existing = known.get(settings);
    if (existing) return existing;
    const described = description.parse(describedBy(entry, settings));
    known.set(settings, described);
    return described;
  };
}

type Scalar = string | number | boolean;

/** Returns the values that a client has; the schema allows nothing else. */
const scalarsIn = (values: Record<string, unknown>): Record<string, Scalar> =>
  Object.fromEntries(
    Object.entries(values).filter((member): member is [string, Scalar] =>
      ['string', 'number', 'boolean'].includes(typeof member[1]),
    ),
  );

const namesOfPlain = (parameters: z.output<typeof parametersSchema>): string[] =>
  Object.entries(parameters).flatMap(([name, { secret }]) => (secret ? [] : [name]));

function oauth2Of(descriptionOf: (settings: Settings) => Description) {
  const { server, application, scopes, returnTo } = httpJson.oauth2!;
  const client = { interval_ms: 0, parameters: {} };
  return {
    server: (settings: Settings) => server(descriptionOf(settings)),
    application: (settings: Settings) => application(descriptionOf(settings)),
    scopes: (_client: unknown, settings: Settings) => scopes(client, descriptionOf(settings)),
    returnTo: (settings: Settings) => returnTo(descriptionOf(settings)),
  };
}

const ratesOf = ({ limits }: Entry): NonNullable<Connector['limits']> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, rate]) =>
      rate ? [[name, { requests: rate.requests, perMs: rate.per_ms }]] : [],
    ),
  );
