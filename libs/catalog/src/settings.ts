import { httpAddress, secret } from '@trellis/connector-sdk';
import { z } from 'zod';
import { homeParameter, type Entry, type Setting } from './vendor.js';

/** Titles and descriptions of settings that many vendors have. */
const usual: Record<string, Partial<Setting>> = {
  client_id: { title: 'Client id', description: 'Client id of your app at the vendor.' },
  client_secret: {
    title: 'Client secret',
    description: 'Client secret of your app at the vendor.',
    secret: true,
  },
  application_key: {
    title: 'Application key',
    description: 'Key of your app at the vendor.',
    secret: true,
  },
};

/** The settings of a vendor, with the titles of usual ones. */
const settingsOf = ({ settings }: Entry): [string, Setting][] =>
  Object.entries(settings).map(([name, given]) => {
    const { secret: isSecret = false, ...texts } = usual[name] ?? {};
    return [name, { ...texts, ...given, secret: given.secret || isSecret }];
  });

/** The addresses of the API that an instance may replace, such as by those of a test system. */
const addresses = {
  base_url: {
    title: 'Address of the API',
    description: 'Address of the API, if it is not that of the vendor.',
  },
  authorization_endpoint: {
    title: 'Authorization endpoint',
    description: 'Where end users authorize, if it is not at the vendor.',
  },
  device_authorization_endpoint: {
    title: 'Device authorization endpoint',
    description: 'Where codes are issued, if it is not at the vendor.',
  },
  token_endpoint: {
    title: 'Token endpoint',
    description: 'Where tokens are issued and refreshed, if it is not at the vendor.',
  },
};

const returnAddress = httpAddress.meta({
  title: 'Return address',
  description: 'Address of your app to which the browser of the end user returns in the end.',
  examples: ['https://app.example/connected'],
});

/** Returns the schema of the configuration of an instance. */
export function instanceSchema(entry: Entry): z.ZodObject {
  const { base_url, authentication } = entry.configuration;
  const members: Record<string, z.ZodType> = Object.fromEntries(
    settingsOf(entry).map(([name, setting]) => [name, settingSchema(name, setting)]),
  );
  if (returnsToApp(entry)) members.origin_callback_uri = returnAddress;
  const known = { ...authentication, base_url };
  const isAtHome = homeParameter(entry) !== undefined;
  for (const [name, texts] of Object.entries(addresses)) {
    const given = known[name as keyof typeof known];
    if (typeof given !== 'string' || (name === 'base_url' && isAtHome)) continue;
    members[name] = httpAddress.optional().meta(texts);
  }
  return z.strictObject(members);
}

/** Braces would refer to parameters of the client. */
const filled = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[^{}\p{Cc}]*$/u, 'Must have no braces.');

function settingSchema(name: string, { title = name, description, ...setting }: Setting) {
  const { secret: isSecret, default: value, enum: options } = setting;
  const schema = options ? z.enum(options) : filled;
  const optional = value === undefined ? schema : schema.default(value);
  return optional.meta({ title, description, ...(isSecret && secret) });
}

/** Returns an example of the configuration of an instance. */
export const instanceSample = (entry: Entry): Record<string, string> => ({
  ...Object.fromEntries(
    settingsOf(entry).map(([name, { default: value, enum: options }]) => [
      name,
      value ?? options?.[0] ?? `your-${name.replaceAll('_', '-')}`,
    ]),
  ),
  ...(returnsToApp(entry) && { origin_callback_uri: 'https://app.example/connected' }),
});

/** Returns whether the browsers of end users return to the app after they have authorized it. */
const returnsToApp = ({ configuration: { authentication } }: Entry): boolean =>
  authentication?.scheme === 'oauth2' &&
  (authentication.grant ?? 'authorization_code') === 'authorization_code';

/** Returns the description of an API with the settings of an instance in it. */
export function describedBy(
  { configuration, settings }: Entry,
  given: Readonly<Record<string, unknown>>,
): unknown {
  const { authentication, ...filledIn } = fill(configuration, (name) =>
    Object.hasOwn(settings, name) ? String(given[name]) : undefined,
  );
  const { base_url = filledIn.base_url, ...others } = given;
  const replaced = ['origin_callback_uri', ...Object.keys(addresses)].flatMap((name) =>
    others[name] === undefined ? [] : [[name, others[name]]],
  );
  return {
    ...filledIn,
    base_url,
    ...(authentication && {
      authentication: { ...authentication, ...Object.fromEntries(replaced) },
    }),
  };
}

/** Replaces `{name}` in all texts of a value. */
function fill<Value>(value: Value, valueOf: (name: string) => string | undefined): Value;
function fill(value: unknown, valueOf: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => valueOf(name) ?? whole);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, valueOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, fill(inner, valueOf)]),
  );
}
