import {
  configurationSchema,
  hostAndPort,
  pollInterval,
  type ConfigurationError,
  type ConnectorContext,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { checkDevices } from './description/check.js';
import { device } from './description/devices.js';
import type { UnitSettings } from './reading/unit.js';

/** The model of devices that describe themselves. */
export const sunspec = 'sunspec';

/** The descriptions of devices: what their registers mean. */
export const instance = z
  .strictObject({
    devices: z.array(device).max(50).default([]).meta({
      title: 'Devices',
      description: 'Kinds of devices, and what their registers mean.',
    }),
    sunspec: z
      .enum(['read', 'control', 'off'])
      .default('read')
      .meta({
        title: 'SunSpec',
        description:
          'Whether inverters, meters and batteries with SunSpec are read without a description, and with `control` ' +
          'also limited in their power.',
      }),
  })
  .superRefine(({ devices, sunspec: mode }, context) => {
    const report = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    checkDevices(devices, (path, message) => report(['devices', ...path], message));
    if (devices.length === 0 && mode === 'off')
      report(['devices'], 'Must not be empty without SunSpec.');
  });

const model = z.string().max(64).optional().meta({
  title: 'Model',
  description: 'Name of the description of the device, or `sunspec`, which is the default.',
});

/** 0 and 255 address the device itself where it is no gateway. */
const unitId = z.number().int().min(0).max(255).default(1);

const furtherUnit = z.strictObject({
  unit_id: unitId.meta({ title: 'Unit' }),
  model: model.meta({ title: 'Model' }),
  host: hostAndPort
    .optional()
    .meta({ title: 'Host', description: 'If it is not that of the first device.' }),
});

export const client = z.strictObject({
  host: hostAndPort.meta({
    title: 'Host',
    description: 'Name or address of the device or the gateway, with a port if it is not 502.',
    examples: ['192.0.2.40'],
  }),
  unit_id: unitId.meta({
    title: 'Unit',
    description: 'Number of the device at that address, as it is set there; usually 1.',
  }),
  model,
  units: z.array(furtherUnit).max(31).default([]).meta({
    title: 'Further devices',
    description: 'Others behind the same gateway, or with a host of their own.',
  }),
  interval_ms: pollInterval(10_000),
});

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;
export type Context = ConnectorContext<Instance, Client>;

/** The models that a client may choose, the default first. */
const modelsOf = ({ devices, sunspec: mode }: Instance): string[] => [
  ...(mode === 'off' ? [] : [sunspec]),
  ...devices.map(({ name }) => name),
];

export function unitsOf(given: Client, ofInstance: Instance): UnitSettings[] {
  const [byDefault = sunspec] = modelsOf(ofInstance);
  return [given, ...given.units].map(({ unit_id: unit, model: chosen = byDefault, host }) => ({
    // The address of the first one may change.
    id: host === undefined || host === given.host ? `${unit}` : `${host}/${unit}`,
    host: host ?? given.host,
    unit,
    model: chosen,
  }));
}

/** Returns what does not fit the descriptions in a client's configuration. */
export function checkClient(given: { instance: Instance; client: Client }): ConfigurationError[] {
  const models = modelsOf(given.instance);
  const errors: ConfigurationError[] = [];
  const ids = new Set<string>();
  unitsOf(given.client, given.instance).forEach(({ id, model: chosen }, index) => {
    const path = index === 0 ? [] : ['units', index - 1];
    if (!models.includes(chosen)) {
      errors.push({ path: [...path, 'model'], detail: `Must be one of ${models.join(', ')}.` });
    }
    if (ids.has(id)) errors.push({ path: [...path, 'unit_id'], detail: 'Is there twice.' });
    ids.add(id);
  });
  return errors;
}

interface Described {
  properties?: Record<string, Described>;
  items?: Described;
}

/** Returns the schema of a client's configuration with the models that the instance has. */
export function describeClient(ofInstance: Instance): Record<string, unknown> {
  const models = modelsOf(ofInstance);
  const withModels = (schema: Described): Described => ({
    ...schema,
    properties: {
      ...schema.properties,
      model: { ...schema.properties?.model, enum: models, default: models[0] } as Described,
    },
  });
  const described = withModels(configurationSchema(client));
  const { units } = described.properties!;
  const properties = {
    ...described.properties,
    units: { ...units, items: withModels(units!.items!) },
  };
  return { ...described, properties };
}
