import { action } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';

/** A button in Home Assistant (`button`, `input_button`). */
export const button: Domain = (state) => [
  action('press', { title: 'Press' }, () => callService(state, 'press')),
];

export const scene: Domain = (state) => [
  action('activate', { title: 'Activate' }, () => callService(state, 'turn_on')),
];
