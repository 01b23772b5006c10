import { affordances } from '@trellis/connector-sdk';
import { numberOf, reading, setting, textOf, textsOf, type Domain } from '../ability.js';

export const climate: Domain = ({ state, attributes }) => {
  const [minimum, maximum] = [numberOf(attributes.min_temp), numberOf(attributes.max_temp)];
  const modes = textsOf(attributes.hvac_modes);
  const target = {
    type: 'number' as const,
    title: 'Target temperature',
    unit: '°C',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
  const call = (service: string, data: Record<string, unknown>) => ({
    domain: 'climate',
    service,
    data,
  });
  return {
    properties: [
      reading('temperature', affordances.temperature, numberOf(attributes.current_temperature)),
      setting('target_temperature', target, {
        value: numberOf(attributes.temperature),
        write: (temperature) => call('set_temperature', { temperature }),
      }),
      ...(modes.length === 0
        ? []
        : [
            setting('mode', affordances.choice('Mode', modes), {
              value: modes.includes(state) ? state : undefined,
              write: (hvac_mode) => call('set_hvac_mode', { hvac_mode }),
            }),
          ]),
      reading(
        'activity',
        { type: 'string', title: 'What it does' },
        textOf(attributes.hvac_action),
      ),
    ],
  };
};
