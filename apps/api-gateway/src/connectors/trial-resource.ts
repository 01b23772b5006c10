import {
  actionAffordance,
  anyJson,
  connectorTrial,
  eventAffordance,
  propertyAffordance,
  type ConnectorTrial,
} from '@trellis/contracts';
import { z } from 'zod';
import { namedType } from './inputs.js';

const configuration = z.record(z.string(), z.unknown()).meta({ writeOnly: true });

/** The configurations to try. */
export const newConnectorTrial = z
  .object({
    connector_type_id: namedType,
    instance_configuration: configuration,
    client_configuration: configuration,
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

export const connectorTrialResource = connectorTrial.extend({ devices: z.array(device) }).meta({
  id: 'ConnectorTrial',
  description: 'What one poll has found, of which nothing was stored.',
});

export function connectorTrialToJson({
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
