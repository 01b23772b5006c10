import { plug, switchable } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { isOn, type State } from './state.js';

/** How a property for on and off is read and written, by the services of every domain that has it. */
export const onOff = (state: State) => ({
  value: isOn(state),
  write: (on: boolean) => callService(state, on ? 'turn_on' : 'turn_off'),
});

/** Something that is on or off and nothing else (`switch`, `input_boolean`, `siren`). */
export const toggle: Domain = (state) => [
  (state.attributes.device_class === 'outlet' ? plug : switchable).on(onOff(state)),
];
