import { textProperty } from '@trellis/connector-sdk';
import { ownSelection, type Domain, type Operation } from './domain.js';

/** `VacuumEntityFeature.FAN_SPEED`. */
const suctionFeature = 32;

/** The operations of a vacuum cleaner, with their bits of `VacuumEntityFeature`. */
const cleaning: Operation[] = [
  { name: 'start', title: 'Start cleaning', service: 'start', bit: 8192 },
  { name: 'pause', title: 'Pause', service: 'pause', bit: 4 },
  { name: 'stop', title: 'Stop', service: 'stop', bit: 8 },
  { name: 'return', title: 'Return to the base', service: 'return_to_base', bit: 16 },
  { name: 'locate', title: 'Locate', service: 'locate', bit: 512 },
];

/** developers.home-assistant.io, "Vacuum entity". */
export const vacuum: Domain = (entity) => [
  textProperty('state', 'State', entity.stateText),
  entity.selection(ownSelection('suction', 'Suction'), {
    from: entity.supports(suctionFeature) && entity.attributes.fan_speed_list,
    current: entity.attributes.fan_speed,
    service: 'set_fan_speed',
    member: 'fan_speed',
  }),
  ...entity.operations(cleaning),
];

/** The operations of a lawn mower, with their bits of `LawnMowerEntityFeature`. */
const mowing: Operation[] = [
  { name: 'start', title: 'Start mowing', service: 'start_mowing', bit: 1 },
  { name: 'pause', title: 'Pause', service: 'pause', bit: 2 },
  { name: 'return', title: 'Return to the base', service: 'dock', bit: 4 },
];

/** developers.home-assistant.io, "Lawn mower entity". */
export const lawnMower: Domain = (entity) => [
  textProperty('state', 'State', entity.stateText),
  ...entity.operations(mowing),
];
