import { httpAddress, pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';

/** An http or https address, without credentials and fragment. */
const address = httpAddress.refine((text) => {
  const { username, password } = URL.canParse(text) ? new URL(text) : {};
  return !username && !password && !text.includes('#');
}, 'Must have neither credentials nor a fragment.');

const endpoint = (title: string, description: string) =>
  address.optional().meta({ title, description });

/** A part of the API that a client may read. */
const part = (byDefault: boolean, title: string, description: string) =>
  z.boolean().default(byDefault).meta({ title, description });

export const instance = z.strictObject({
  client_id: z.string().min(1).max(256).meta({
    title: 'Client id',
    description: 'Client id of your app; dev.netatmo.com shows it under "My apps".',
  }),
  client_secret: z
    .string()
    .min(1)
    .max(1024)
    .meta({
      ...secret,
      title: 'Client secret',
      description: 'Client secret of your app; dev.netatmo.com shows it under "My apps".',
    }),
  origin_callback_uri: address.meta({
    title: 'Return address',
    description: 'Address of your app to which the browser of the end user returns in the end.',
    examples: ['https://app.example/connected'],
  }),
  issuer: endpoint('Issuer', 'Issuer of the provider, if it is not Netatmo itself.'),
  authorization_endpoint: endpoint(
    'Authorization endpoint',
    'Where end users authorize, if it is not at Netatmo.',
  ),
  token_endpoint: endpoint(
    'Token endpoint',
    'Where tokens are issued and refreshed, if it is not at Netatmo.',
  ),
  revocation_endpoint: endpoint(
    'Revocation endpoint',
    'Where grants are revoked; Netatmo has none.',
  ),
  api_url: endpoint(
    'Address of the API',
    'Address of the API without a trailing slash, if it is not that of Netatmo.',
  ),
});

export const client = z
  .strictObject({
    weather: part(true, 'Weather stations', 'Whether to read weather stations.'),
    air: part(true, 'Home Coaches', 'Whether to read Home Coaches (air quality monitors).'),
    energy: part(true, 'Heating', 'Whether to read and set thermostats and valves.'),
    control: part(
      true,
      'Lights and shutters',
      'Whether to read and set lights, switches, meters and shutters.',
    ),
    security: part(
      false,
      'Security',
      'Whether to read cameras, doorbells, door tags and sirens, and to tell what they notice.',
    ),
    alarms: part(
      false,
      'Smoke alarms',
      'Whether to read smoke and carbon monoxide alarms, and to tell what they report.',
    ),
    // Stations measure every five minutes.
    interval_ms: pollInterval(300_000),
  })
  .refine(
    ({ weather, air, energy, control, security, alarms }) =>
      weather || air || energy || control || security || alarms,
    {
      path: ['weather'],
      message: 'Choose at least one of weather, air, energy, control, security and alarms.',
    },
  );

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;

/** Returns the scopes of a client (dev.netatmo.com, "Scopes"): `magellan` is Legrand, `mhs1` BTicino MyHome. */
export const scopesOf = (given: Client): string[] => [
  ...(given.weather ? ['read_station'] : []),
  ...(given.air ? ['read_homecoach'] : []),
  ...(given.energy ? both('thermostat', 'smarther') : []),
  ...(given.control ? both('magellan', 'bubendorff', 'mhs1') : []),
  ...(given.security ? ['read_camera', 'read_presence', 'read_doorbell'] : []),
  ...(given.alarms ? ['read_smokedetector', 'read_carbonmonoxidedetector'] : []),
];

const both = (...products: string[]) =>
  products.flatMap((product) => [`read_${product}`, `write_${product}`]);

/** Returns whether a client reads the homes, with their devices. */
export const readsHomes = ({ energy, control, security, alarms }: Client): boolean =>
  energy || control || security || alarms;

/** Returns the address of the API (dev.netatmo.com). */
export const apiUrlOf = ({ api_url }: Instance): string =>
  (api_url ?? 'https://api.netatmo.com/api').replace(/\/+$/, '');
