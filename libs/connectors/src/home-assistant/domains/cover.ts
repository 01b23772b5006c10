import { cover as capability } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { supports } from './state.js';
import { numberOf, selected } from './values.js';

/** `CoverEntityFeature`. */
const feature = { open: 1, close: 2, position: 4, stop: 8 };
const tilt = { open: 16, close: 32, stop: 64, position: 128 };

/** The states of covers and valves. */
export const openingStates = ['open', 'opening', 'closed', 'closing'];

/** Shutters, blinds, curtains, garage doors (developers.home-assistant.io, "Cover entity"). */
export const cover: Domain = (state) => {
  const can = (bit: number) => supports(state, bit);
  const call = (service: string) => ({ invoke: () => callService(state, service) });
  const { current_position, current_tilt_position } = state.attributes;
  return [
    capability.cover_state(selected(openingStates, state.state)),
    ...when(
      can(feature.position),
      capability.position({
        value: numberOf(current_position),
        write: (position) => callService(state, 'set_cover_position', { position }),
      }),
    ),
    ...when(
      can(tilt.position),
      capability.tilt({
        value: numberOf(current_tilt_position),
        write: (percent) =>
          callService(state, 'set_cover_tilt_position', { tilt_position: percent }),
      }),
    ),
    ...when(can(feature.open), capability.open(call('open_cover'))),
    ...when(can(feature.close), capability.close(call('close_cover'))),
    ...when(can(feature.stop), capability.stop(call('stop_cover'))),
    ...when(can(tilt.open), capability.open_tilt(call('open_cover_tilt'))),
    ...when(can(tilt.close), capability.close_tilt(call('close_cover_tilt'))),
    ...when(can(tilt.stop), capability.stop_tilt(call('stop_cover_tilt'))),
  ];
};
