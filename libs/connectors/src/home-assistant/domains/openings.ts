import { cover as capability, percentage, property } from '@trellis/connector-sdk';
import { selected, type Domain, type Operation } from './domain.js';

/** The features of covers (`CoverEntityFeature`) and valves (`ValveEntityFeature`). */
const feature = { open: 1, close: 2, position: 4, stop: 8 };
const tilt = { open: 16, close: 32, stop: 64, position: 128 };

const states = ['open', 'opening', 'closed', 'closing'];

/** Shutters, blinds, curtains, garage doors (developers.home-assistant.io, "Cover entity"). */
export const cover: Domain = (entity) => {
  const can = (bit: number) => entity.supports(bit);
  const call = (service: string) => ({ invoke: () => entity.call(service) });
  return [
    capability.cover_state(selected(states, entity.state)),
    can(feature.position) &&
      capability.position({
        value: entity.number('current_position'),
        write: entity.setter('set_cover_position', 'position'),
      }),
    can(tilt.position) &&
      capability.tilt({
        value: entity.number('current_tilt_position'),
        write: entity.setter('set_cover_tilt_position', 'tilt_position'),
      }),
    can(feature.open) && capability.open(call('open_cover')),
    can(feature.close) && capability.close(call('close_cover')),
    can(feature.stop) && capability.stop(call('stop_cover')),
    can(tilt.open) && capability.open_tilt(call('open_cover_tilt')),
    can(tilt.close) && capability.close_tilt(call('close_cover_tilt')),
    can(tilt.stop) && capability.stop_tilt(call('stop_cover_tilt')),
  ];
};

const movements: Operation[] = [
  { name: 'open', title: 'Open', service: 'open_valve', bit: feature.open, idempotent: true },
  { name: 'close', title: 'Close', service: 'close_valve', bit: feature.close, idempotent: true },
  { name: 'stop', title: 'Stop', service: 'stop_valve', bit: feature.stop, idempotent: true },
];

/** Valves of water or gas (developers.home-assistant.io, "Valve entity"). */
export const valve: Domain = (entity) => {
  const { value, enum: known } = selected(states, entity.state);
  return [
    property('state', { type: 'string', title: 'State', enum: known }, { value }),
    entity.supports(feature.position) &&
      property('valve_position', percentage('Position'), {
        value: entity.number('current_position'),
        write: entity.setter<number>('set_valve_position', 'position'),
      }),
    ...entity.operations(movements),
  ];
};
