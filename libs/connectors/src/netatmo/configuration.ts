import { z } from 'zod';

/** An http or https address, without credentials and fragment. */
const address = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
  .max(2048)
  .refine((given) => {
    const { username, password } = URL.canParse(given) ? new URL(given) : {};
    return !username && !password && !given.includes('#');
  }, 'Must have neither credentials nor a fragment.');

/** An address of the provider; what is not given is what Netatmo publishes. */
const endpoint = address.optional();

export const instance = z.strictObject({
  client_id: z.string().min(1).max(256).describe('Client id of your app at dev.netatmo.com.'),
  client_secret: z
    .string()
    .min(1)
    .max(1024)
    .describe('Client secret of your app at dev.netatmo.com.'),
  origin_callback_uri: address.describe(
    'Address of your app to which the browser of the end user goes in the end.',
  ),
  issuer: endpoint.describe('Issuer of the provider, where it is not Netatmo itself.'),
  authorization_endpoint: endpoint.describe('Where end users authorize.'),
  token_endpoint: endpoint.describe('Where tokens are given and refreshed.'),
  revocation_endpoint: endpoint.describe('Where grants are given back; Netatmo has none.'),
  api_url: endpoint.describe('Address of the API without a trailing slash.'),
});

export const client = z
  .strictObject({
    weather: z.boolean().default(true).describe('Whether to read weather stations.'),
    energy: z.boolean().default(true).describe('Whether to read and set thermostats and valves.'),
    interval_ms: z
      .number()
      .int()
      .min(1000)
      .default(300_000)
      .describe('Time between two polls (ms); stations measure every five minutes.'),
  })
  .refine(({ weather, energy }) => weather || energy, {
    path: ['weather'],
    message: 'Ask for weather, for energy or for both.',
  });

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;

/** The API of Netatmo (dev.netatmo.com). */
export const apiOf = ({ api_url }: Instance): string =>
  (api_url ?? 'https://api.netatmo.com/api').replace(/\/+$/, '');
