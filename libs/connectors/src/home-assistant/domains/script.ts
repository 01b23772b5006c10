import { action, property } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { isOn } from './state.js';

/** A script of the user, which runs for a while. */
export const script: Domain = (state) => [
  property('running', { type: 'boolean', title: 'Running' }, { value: isOn(state) }),
  action('run', { title: 'Run' }, () => callService(state, 'turn_on')),
  action('stop', { title: 'Stop' }, () => callService(state, 'turn_off')),
];
