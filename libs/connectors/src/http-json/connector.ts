import { defineConnector } from '@trellis/connector-sdk';
import { client, instance, type Context } from './configuration.js';
import { describeClient } from './describe-client.js';
import { devicesOf } from './devices.js';
import { fetchAll } from './fetch.js';
import { oauth2 } from './oauth2.js';
import { checkParameters } from './parameters.js';
import { openRemote, type Remote } from './remote.js';
import { clientSample, instanceSample } from './sample.js';
import { send, type Command } from './send.js';

/** Any HTTP API with JSON, described by the configuration of the instance. */
export const httpJson = defineConnector({
  id: 7,
  typeId: 'http-json',
  name: 'HTTP and JSON',
  description: 'Any HTTP API that answers JSON; a description says what its answers mean.',
  logo: 'braces',
  instance: { schema: instance, sample: instanceSample },
  client: { schema: client, sample: clientSample },

  describeClient,

  oauth2,

  checkClient: ({ instance: description, client: { parameters, interval_ms } }) => [
    ...checkParameters(description.parameters, parameters).map(({ name, detail }) => ({
      path: ['parameters', name],
      detail,
    })),
    ...(interval_ms < description.min_interval_ms
      ? [{ path: ['interval_ms'], detail: `Must be at least ${description.min_interval_ms}.` }]
      : []),
  ],

  connect: (context: Context, use) => use(openRemote(context)),

  poll: async (remote: Remote) => devicesOf(remote, await fetchAll(remote)),

  send: (remote: Remote, command: Command) => send(remote, command),
});
