import { affordances } from '@trellis/connector-sdk';
import {
  isKnown,
  selection,
  setting,
  supports,
  where,
  type Ability,
  type Domain,
} from '../ability.js';
import type { State } from '../house.js';
import { numberOf, textsOf } from '../text.js';

/** Whether it is on, by the services `turn_on` and `turn_off`. */
export const toggle = (domain: string, state: State): Ability =>
  setting('on', affordances.onOff, {
    value: isKnown(state) ? state.state === 'on' : undefined,
    write: (value) => ({ domain, service: value ? 'turn_on' : 'turn_off' }),
  });

/** Something that is on or off and nothing else (`switch`, `input_boolean`, `siren`). */
export const toggled =
  (domain: string): Domain =>
  (state) => ({ properties: [toggle(domain, state)] });

/** `FanEntityFeature`. */
const feature = { speed: 1, oscillation: 2, direction: 4, preset: 8 };

export const fan: Domain = (state) => {
  const { attributes } = state;
  const call = (service: string, data: Record<string, unknown>) => ({
    domain: 'fan',
    service,
    data,
  });
  const { oscillating } = attributes;
  return {
    properties: [
      toggle('fan', state),
      ...where(
        supports(state, feature.speed),
        setting('speed', affordances.level('Speed'), {
          value: numberOf(attributes.percentage),
          write: (percentage) => call('set_percentage', { percentage }),
        }),
      ),
      ...where(
        supports(state, feature.oscillation),
        setting(
          'oscillating',
          { type: 'boolean', title: 'Whether it oscillates' },
          {
            value: typeof oscillating === 'boolean' ? oscillating : undefined,
            write: (value) => call('oscillate', { oscillating: value }),
          },
        ),
      ),
      ...selection('direction', 'Direction', {
        options: supports(state, feature.direction) ? ['forward', 'reverse'] : [],
        value: attributes.direction,
        write: (direction) => call('set_direction', { direction }),
      }),
      ...selection('preset', 'Preset', {
        options: supports(state, feature.preset) ? textsOf(attributes.preset_modes) : [],
        value: attributes.preset_mode,
        write: (preset_mode) => call('set_preset_mode', { preset_mode }),
      }),
    ],
  };
};
