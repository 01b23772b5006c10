import { plug, switchable } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { isOn, type State } from './state.js';

/** Returns how to read and write on and off, by services that every such domain has. */
export const onOff = (state: State) => ({
  value: isOn(state),
  write: (on: boolean) => callService(state, on ? 'turn_on' : 'turn_off'),
});

/** A plain switch (`switch`, `input_boolean`, `siren`). */
export const toggle: Domain = (state) => [
  (state.attributes.device_class === 'outlet' ? plug : switchable).on(onOff(state)),
];
