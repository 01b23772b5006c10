import { fan as capability } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { supports } from './state.js';
import { onOff } from './switch.js';
import { booleanOf, numberOf, selected, textsOf } from './values.js';

/** `FanEntityFeature`. */
const feature = { speed: 1, oscillation: 2, direction: 4, preset: 8 };

/** developers.home-assistant.io, "Fan entity". */
export const fan: Domain = (state) => {
  const { percentage, oscillating, direction, preset_mode, preset_modes } = state.attributes;
  const presets = supports(state, feature.preset) ? textsOf(preset_modes) : [];
  return [
    capability.on(onOff(state)),
    ...when(
      supports(state, feature.speed),
      capability.speed({
        value: numberOf(percentage),
        write: (percentage) => callService(state, 'set_percentage', { percentage }),
      }),
    ),
    ...when(
      supports(state, feature.oscillation),
      capability.oscillating({
        value: booleanOf(oscillating),
        write: (oscillating) => callService(state, 'oscillate', { oscillating }),
      }),
    ),
    ...when(
      supports(state, feature.direction),
      capability.direction({
        ...selected(['forward', 'reverse'], direction),
        write: (direction) => callService(state, 'set_direction', { direction }),
      }),
    ),
    ...when(
      presets.length > 0,
      capability.preset({
        ...selected(presets, preset_mode),
        write: (preset_mode) => callService(state, 'set_preset_mode', { preset_mode }),
      }),
    ),
  ];
};
