import { z } from 'zod';

/** An address of the provider; what is not given is what Netatmo publishes. */
const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .optional();

export const instance = z.strictObject({
  client_id: z.string().min(1).describe('Client id of your app at dev.netatmo.com.'),
  client_secret: z.string().min(1).describe('Client secret of your app at dev.netatmo.com.'),
  origin_callback_uri: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe('Address of your app to which the browser of the end user goes in the end.'),
  issuer: endpoint.describe('Issuer of the provider, where it is not Netatmo itself.'),
  authorization_endpoint: endpoint.describe('Where end users authorize.'),
  token_endpoint: endpoint.describe('Where tokens are given and refreshed.'),
  revocation_endpoint: endpoint.describe('Where grants are given back; Netatmo has none.'),
  api_url: endpoint.describe('Address of the API without a trailing slash.'),
});

export const client = z.strictObject({
  weather: z.boolean().default(true).describe('Whether to read weather stations.'),
  energy: z.boolean().default(true).describe('Whether to read and set thermostats and valves.'),
  interval_ms: z
    .number()
    .int()
    .min(1000)
    .default(300_000)
    .describe('Time between two polls (ms); stations measure every five minutes.'),
});

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;

/** The API of Netatmo (dev.netatmo.com). */
export const apiOf = ({ api_url }: Instance): string =>
  (api_url ?? 'https://api.netatmo.com/api').replace(/\/+$/, '');
