import type { Device } from '@trellis/connector-sdk';

/** The properties of a device, by name. */
export const propertiesOf = ({ abilities }: Device) =>
  Object.fromEntries(
    abilities.flatMap((ability) =>
      'property' in ability ? [[ability.name, ability.property]] : [],
    ),
  );

/** The values of a device that are known, by name. */
export const valuesOf = ({ abilities }: Device): Record<string, unknown> =>
  Object.fromEntries(
    abilities.flatMap((ability) =>
      'property' in ability && ability.value !== undefined ? [[ability.name, ability.value]] : [],
    ),
  );
