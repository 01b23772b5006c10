import { action, toldBy, reading, selection, supports, where, type Domain } from '../ability.js';
import type { State } from '../house.js';
import { textsOf } from '../text.js';

const activity = (state: State) =>
  reading('state', { type: 'string', title: 'What it does' }, toldBy(state));

/** `VacuumEntityFeature`. */
const cleaning = { pause: 4, stop: 8, return: 16, power: 32, locate: 512, start: 8192 };

export const vacuum: Domain = (state) => {
  const can = (one: number) => supports(state, one);
  const call = (service: string) => ({ domain: 'vacuum', service });
  return {
    properties: [
      activity(state),
      ...selection('suction', 'Suction', {
        options: can(cleaning.power) ? textsOf(state.attributes.fan_speed_list) : [],
        value: state.attributes.fan_speed,
        write: (fan_speed) => ({ ...call('set_fan_speed'), data: { fan_speed } }),
      }),
    ],
    actions: [
      ...where(can(cleaning.start), action('start', 'Start cleaning', call('start'))),
      ...where(can(cleaning.pause), action('pause', 'Pause', call('pause'))),
      ...where(can(cleaning.stop), action('stop', 'Stop', call('stop'))),
      ...where(
        can(cleaning.return),
        action('return', 'Return to its base', call('return_to_base')),
      ),
      ...where(can(cleaning.locate), action('locate', 'Say where it is', call('locate'))),
    ],
  };
};

/** `LawnMowerEntityFeature`. */
const mowing = { start: 1, pause: 2, dock: 4 };

export const lawnMower: Domain = (state) => {
  const can = (one: number) => supports(state, one);
  const call = (service: string) => ({ domain: 'lawn_mower', service });
  return {
    properties: [activity(state)],
    actions: [
      ...where(can(mowing.start), action('start', 'Start mowing', call('start_mowing'))),
      ...where(can(mowing.pause), action('pause', 'Pause', call('pause'))),
      ...where(can(mowing.dock), action('return', 'Return to its base', call('dock'))),
    ],
  };
};
