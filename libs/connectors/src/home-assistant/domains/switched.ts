import { affordances } from '@trellis/connector-sdk';
import { action, isKnown, numberOf, reading, setting, type Domain } from '../ability.js';

const stateOf = (title: string, value: string | undefined) =>
  reading('state', { type: 'string', title }, value);

/** Something that is on or off (`switch`, `input_boolean`). */
export const toggled =
  (domain: string): Domain =>
  (state) => ({
    properties: [
      setting('on', affordances.onOff, {
        value: isKnown(state) ? state.state === 'on' : undefined,
        write: (value) => ({ domain, service: value ? 'turn_on' : 'turn_off' }),
      }),
    ],
  });

export const fan: Domain = (state) => ({
  properties: [
    ...toggled('fan')(state).properties!,
    ...('percentage' in state.attributes
      ? [
          setting('speed', affordances.level('Speed'), {
            value: numberOf(state.attributes.percentage),
            write: (percentage) => ({
              domain: 'fan',
              service: 'set_percentage',
              data: { percentage },
            }),
          }),
        ]
      : []),
  ],
});

export const cover: Domain = (state) => {
  const call = (service: string) => ({ domain: 'cover', service });
  const { current_position: position } = state.attributes;
  return {
    properties: [
      stateOf('Open, closed, or on its way', isKnown(state) ? state.state : undefined),
      ...(position === undefined
        ? []
        : [
            setting('position', affordances.level('How far it is open'), {
              value: numberOf(position),
              write: (wanted) => ({ ...call('set_cover_position'), data: { position: wanted } }),
            }),
          ]),
    ],
    actions: [
      action('open', 'Open', call('open_cover'), { idempotent: true }),
      action('close', 'Close', call('close_cover'), { idempotent: true }),
      action('stop', 'Stop', call('stop_cover'), { idempotent: true }),
    ],
  };
};

/** A lock is not a property to be written: opening a door wants to be said as such. */
export const lock: Domain = (state) => {
  const coded = (name: string, title: string) => ({
    name,
    affordance: {
      title,
      input: {
        type: 'object' as const,
        properties: { code: { type: 'string', title: 'Code, where the lock wants one' } },
      },
    },
    invoke: (input: unknown) => {
      const { code } = (input ?? {}) as { code?: string };
      return { domain: 'lock', service: name, ...(code !== undefined && { data: { code } }) };
    },
  });
  const value = isKnown(state) ? state.state === 'locked' : undefined;
  return {
    properties: [reading('locked', { type: 'boolean', title: 'Whether it is locked' }, value)],
    actions: [coded('lock', 'Lock'), coded('unlock', 'Unlock')],
  };
};

export const vacuum: Domain = (state) => ({
  properties: [stateOf('What it does', isKnown(state) ? state.state : undefined)],
  actions: [
    action('start', 'Start cleaning', { domain: 'vacuum', service: 'start' }),
    action('return', 'Return to its base', { domain: 'vacuum', service: 'return_to_base' }),
  ],
});

export const mediaPlayer: Domain = (state) => {
  const call = (service: string) => ({ domain: 'media_player', service });
  const level = numberOf(state.attributes.volume_level);
  return {
    properties: [
      stateOf('What it does', isKnown(state) ? state.state : undefined),
      setting('volume', affordances.level('Volume'), {
        value: level === undefined ? undefined : Math.round(level * 100),
        write: (value) => ({ ...call('volume_set'), data: { volume_level: Number(value) / 100 } }),
      }),
    ],
    actions: [
      action('play', 'Play', call('media_play')),
      action('pause', 'Pause', call('media_pause')),
      action('next', 'Next track', call('media_next_track')),
      action('previous', 'Previous track', call('media_previous_track')),
    ],
  };
};

/** Something that is only done (`button`, `scene`, `script`). */
export const done =
  (domain: string, name: string, { title, service }: { title: string; service: string }): Domain =>
  () => ({ actions: [action(name, title, { domain, service })] });
