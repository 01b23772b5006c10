import type { Connector } from '@trellis/connector-sdk';
import { z } from 'zod';
import { testConnector } from './connector.js';

const instance = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  origin_callback_uri: z.string().optional(),
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  device_authorization_endpoint: z.string().optional(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

const stations = z.object({ body: z.object({ user: z.object({ mail: z.string() }) }) });

/** A connector of type `test` whose end users authorize it at the server that its instance names. */
export const oauth2Connector: Connector = {
  ...testConnector({ poll: async () => ({ devices: [] }) }),
  instance: {
    schema: instance,
    sample: {},
  },
  oauth2: {
    server: (given) => instance.parse(given),
    application: (given) => instance.parse(given),
    returnTo: (given) => instance.parse(given).origin_callback_uri,
    scopes: () => ['read_station'],
    async account({ instance: given, http, accessToken }) {
      const url = `${instance.parse(given).issuer}/api/getstationsdata`;
      const auth = { scheme: 'bearer', token: await accessToken() } as const;
      const { body } = stations.parse((await http({ url, auth })).json());
      return body.user.mail;
    },
    clientAuthentication: 'client_secret_post',
  },
};
