import {
  actionAffordance,
  anyJson,
  connectorTrial,
  type ConnectorTrial,
  eventAffordance,
  pastedAnswers,
  propertyAffordance,
  trialTimeouts,
} from '@trellis/contracts';
import { z } from 'zod';
import { requesterOf } from '../access/requester.js';
import { namedType, withBareType } from './inputs.js';
import { operation, type Operation, problemsOf } from '../operation.js';

const configuration = z.record(z.string(), z.unknown()).meta({ writeOnly: true });

const newConnectorTrial = z
  .strictObject({
    connector_type_id: namedType,
    instance_configuration: configuration,
    client_configuration: configuration,
    via: z.uuid().optional().describe('The id of an agent, through which it is polled.'),
    answers: pastedAnswers.optional().meta({
      writeOnly: true,
      description:
        'Answers in place of requests. With them nothing is sent, and no credentials are needed.',
    }),
  })
  .meta({
    id: 'NewConnectorTrial',
    example: {
      connector_type_id: 'simulator',
      instance_configuration: { application_key: 'any text' },
      client_configuration: { devices: 5 },
    },
  });

/** A device as its thing would show it: a property has its value beside its affordance. */
const device = connectorTrial.shape.devices.element
  .omit({ types: true, values: true, properties: true, actions: true, events: true })
  .extend({
    '@type': z.array(z.string()).optional(),
    properties: z.record(z.string(), propertyAffordance.safeExtend({ value: anyJson.optional() })),
    actions: z.record(z.string(), actionAffordance),
    events: z.record(z.string(), eventAffordance),
  });

const connectorTrialResource = connectorTrial.extend({ devices: z.array(device) }).meta({
  id: 'ConnectorTrial',
  description: 'What one poll has found, of which nothing was stored.',
});

function connectorTrialToJson({
  devices,
  ...trial
}: ConnectorTrial): z.output<typeof connectorTrialResource> {
  return Object.assign(trial, {
    devices: devices.map(({ types, values, properties, ...rest }) =>
      Object.assign(rest, {
        ...(types.length > 0 && { '@type': types }),
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, affordance]) => [
            name,
            Object.assign({}, affordance, Object.hasOwn(values, name) && { value: values[name] }),
          ]),
        ),
      }),
    ),
  });
}

export const connectorTrialOperations: Operation[] = [
  operation.post('/api/v1/connectors/try', {
    tag: 'Connectors',
    id: 'tryConnector',
    summary: 'Try connector configurations',
    description:
      'Polls the remote technology once with the configurations of an instance and a client, and answers ' +
      'what it found: the devices (the first 100), or the error that the client would have. For `http-json`, ' +
      '`explanation` says what each part of the description found. Nothing is stored. Connectors whose end users ' +
      'authorize clients can only be tried on `answers`. An account has 60 trials a minute.',
    access: { scope: 'svc.connector', subject: 'none' },
    input: { body: newConnectorTrial, bareIds: withBareType },
    answer: { status: 200, body: connectorTrialResource, problems: problemsOf('trials.run') },
    limits: { isTrial: true, timeoutMs: () => trialTimeouts.requestMs },
    async handle({ body, ...request }) {
      const { connectors, sealing, caller, newId } = request;
      const id = newId();
      const { developer } = caller;
      const trial = await connectors('trials.run', {
        caller,
        id,
        requester: requesterOf(request),
        connector_type_id: body.connector_type_id,
        via: body.via,
        instance_configuration: sealing.seal(
          { purpose: 'instances.configuration', developer, id },
          body.instance_configuration,
        ),
        client_configuration: sealing.seal(
          { purpose: 'clients.configuration', developer, id },
          body.client_configuration,
        ),
        answers:
          body.answers && sealing.seal({ purpose: 'trial-answers', developer, id }, body.answers),
      });
      return { body: connectorTrialToJson(trial) };
    },
  }),
];
