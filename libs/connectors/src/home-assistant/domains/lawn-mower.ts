import { action, property } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { stateText, supports } from './state.js';

/** `LawnMowerEntityFeature`. */
const feature = { start: 1, pause: 2, dock: 4 };

/** developers.home-assistant.io, "Lawn mower entity". */
export const lawnMower: Domain = (state) => {
  const can = (bit: number) => supports(state, bit);
  const act = (name: string, title: string, service: string) =>
    action(name, { title }, () => callService(state, service));
  return [
    property('state', { type: 'string', title: 'State' }, { value: stateText(state) }),
    ...when(can(feature.start), act('start', 'Start mowing', 'start_mowing')),
    ...when(can(feature.pause), act('pause', 'Pause', 'pause')),
    ...when(can(feature.dock), act('return', 'Return to the base', 'dock')),
  ];
};
