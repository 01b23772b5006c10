import { action, isKnown, reading, type Domain } from '../ability.js';

/** Something that is only done (`button`, `scene`). */
export const done =
  (domain: string, name: string, { title, service }: { title: string; service: string }): Domain =>
  () => ({ actions: [action(name, title, { domain, service })] });

/** A script that the user has written; it runs for a while. */
export const script: Domain = (state) => ({
  properties: [
    reading(
      'running',
      { type: 'boolean', title: 'Whether it is running' },
      isKnown(state) ? state.state === 'on' : undefined,
    ),
  ],
  actions: [
    action('run', 'Run', { domain: 'script', service: 'turn_on' }),
    action('stop', 'Stop', { domain: 'script', service: 'turn_off' }),
  ],
});
