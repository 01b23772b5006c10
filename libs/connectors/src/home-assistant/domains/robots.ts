import { action, choice, property, textProperty } from '@trellis/connector-sdk';
import { callService, type Domain, when } from './domain.js';
import { stateText, supports } from './state.js';
import { selected, textsOf } from './values.js';

/** `VacuumEntityFeature`. */
const feature = { pause: 4, stop: 8, return: 16, suction: 32, locate: 512, start: 8192 };

/** developers.home-assistant.io, "Vacuum entity". */
export const vacuum: Domain = (state) => {
  const can = (bit: number) => supports(state, bit);
  const act = (name: string, title: string, service = name) =>
    action(name, { title }, () => callService(state, service));
  const { fan_speed, fan_speed_list } = state.attributes;
  const levels = can(feature.suction) ? textsOf(fan_speed_list) : [];
  return [
    textProperty('state', 'State', stateText(state)),
    ...when(
      levels.length > 0,
      property('suction', choice('Suction', levels), {
        value: selected(levels, fan_speed).value,
        write: (fan_speed: string) => callService(state, 'set_fan_speed', { fan_speed }),
      }),
    ),
    ...when(can(feature.start), act('start', 'Start cleaning')),
    ...when(can(feature.pause), act('pause', 'Pause')),
    ...when(can(feature.stop), act('stop', 'Stop')),
    ...when(can(feature.return), act('return', 'Return to the base', 'return_to_base')),
    ...when(can(feature.locate), act('locate', 'Locate')),
  ];
};

/** `LawnMowerEntityFeature`. */
const mowerFeature = { start: 1, pause: 2, dock: 4 };

/** developers.home-assistant.io, "Lawn mower entity". */
export const lawnMower: Domain = (state) => {
  const can = (bit: number) => supports(state, bit);
  const act = (name: string, title: string, service: string) =>
    action(name, { title }, () => callService(state, service));
  return [
    textProperty('state', 'State', stateText(state)),
    ...when(can(mowerFeature.start), act('start', 'Start mowing', 'start_mowing')),
    ...when(can(mowerFeature.pause), act('pause', 'Pause', 'pause')),
    ...when(can(mowerFeature.dock), act('return', 'Return to the base', 'dock')),
  ];
};
