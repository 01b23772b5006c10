import { action, percentage, property } from '@trellis/connector-sdk';
import { openingStates } from './cover.js';
import { callService, when, type Domain } from './domain.js';
import { supports } from './state.js';
import { numberOf, selected } from './values.js';

/** `ValveEntityFeature`. */
const feature = { open: 1, close: 2, position: 4, stop: 8 };

/** Valves of water or gas (developers.home-assistant.io, "Valve entity"). */
export const valve: Domain = (state) => {
  const can = (bit: number) => supports(state, bit);
  const act = (name: string, title: string, service: string) =>
    action(name, { title, idempotent: true }, () => callService(state, service));
  const { value, enum: states } = selected(openingStates, state.state);
  return [
    property('state', { type: 'string', title: 'State', enum: states }, { value }),
    ...when(
      can(feature.position),
      property('valve_position', percentage('Position'), {
        value: numberOf(state.attributes.current_position),
        write: (position: number) => callService(state, 'set_valve_position', { position }),
      }),
    ),
    ...when(can(feature.open), act('open', 'Open', 'open_valve')),
    ...when(can(feature.close), act('close', 'Close', 'close_valve')),
    ...when(can(feature.stop), act('stop', 'Stop', 'stop_valve')),
  ];
};
