import { affordances, oneLine } from '@trellis/connector-sdk';
import {
  action,
  isKnown,
  toldBy,
  reading,
  selection,
  setting,
  supports,
  where,
  type Domain,
} from '../ability.js';
import type { State } from '../house.js';
import { numberOf, textsOf } from '../text.js';
import { toggle } from './switched.js';

/** `MediaPlayerEntityFeature`. */
const feature = {
  ...{ pause: 1, volume: 4, mute: 8, previous: 16, next: 32 },
  ...{ turnOn: 128, turnOff: 256, source: 2048, stop: 4096, play: 16_384 },
};

const call = (service: string, data?: Record<string, unknown>) => ({
  domain: 'media_player',
  service,
  ...(data && { data }),
});

/** Televisions, loudspeakers and the like (developers.home-assistant.io, "Media player entity"). */
export const mediaPlayer: Domain = (state) => {
  const can = (one: number) => supports(state, one);
  return {
    properties: [
      ...where(can(feature.turnOn) && can(feature.turnOff), onOff(state)),
      text('state', 'What it does', toldBy(state)),
      ...(can(feature.volume) ? [volume(state)] : []),
      ...(can(feature.mute) ? [mute(state)] : []),
      ...selection('source', 'Source', {
        options: can(feature.source) ? textsOf(state.attributes.source_list) : [],
        value: state.attributes.source,
        write: (source) => call('select_source', { source }),
      }),
      text('title', 'What is playing', state.attributes.media_title),
      text('artist', 'Who is playing', state.attributes.media_artist),
    ],
    actions: [
      ...where(can(feature.play), action('play', 'Play', call('media_play'))),
      ...where(can(feature.pause), action('pause', 'Pause', call('media_pause'))),
      ...where(can(feature.stop), action('stop', 'Stop', call('media_stop'))),
      ...where(can(feature.next), action('next', 'Next track', call('media_next_track'))),
      ...where(
        can(feature.previous),
        action('previous', 'Previous track', call('media_previous_track')),
      ),
    ],
  };
};

/** A player that plays, or waits for it, is on. */
const onOff = (state: State) => ({
  ...toggle('media_player', state),
  ...(isKnown(state) && { value: !['off', 'standby'].includes(state.state) }),
});

const text = (name: string, title: string, value: unknown) =>
  reading(name, { type: 'string', title }, oneLine(value));

/** Home Assistant counts from 0 to 1. */
function volume({ attributes }: State) {
  const level = numberOf(attributes.volume_level);
  return setting('volume', affordances.level('Volume'), {
    value: level === undefined ? undefined : Math.round(level * 100),
    write: (value) => call('volume_set', { volume_level: Number(value) / 100 }),
  });
}

function mute({ attributes: { is_volume_muted: muted } }: State) {
  return setting(
    'muted',
    { type: 'boolean', title: 'Whether it is muted' },
    {
      value: typeof muted === 'boolean' ? muted : undefined,
      write: (value) => call('volume_mute', { is_volume_muted: value }),
    },
  );
}
