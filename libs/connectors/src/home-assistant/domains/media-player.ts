import {
  action,
  choice,
  oneLine,
  percentage,
  property,
  switchable,
  textProperty,
} from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isKnown, stateText, supports, type State } from './state.js';
import { onOff } from './switch.js';
import { booleanOf, numberOf, selected, textsOf } from './values.js';

/** `MediaPlayerEntityFeature`. */
const feature = {
  pause: 1,
  volume: 4,
  mute: 8,
  previous: 16,
  next: 32,
  turnOn: 128,
  turnOff: 256,
  source: 2048,
  stop: 4096,
  play: 16_384,
};

/** Televisions, loudspeakers and the like (developers.home-assistant.io, "Media player entity"). */
export const mediaPlayer: Domain = (state) => {
  const can = (bit: number) => supports(state, bit);
  const { media_title, media_artist } = state.attributes;
  return [
    ...when(can(feature.turnOn) && can(feature.turnOff), power(state)),
    text('state', 'State', stateText(state)),
    ...when(can(feature.volume), volume(state)),
    ...when(can(feature.mute), muted(state)),
    ...source(state),
    text('title', 'Media title', oneLine(media_title)),
    text('artist', 'Media artist', oneLine(media_artist)),
    ...playback(state),
  ];
};

const text = (name: string, title: string, value: string | undefined) =>
  textProperty(name, title, value);

/** Creates the power: a player is on while it plays or is idle. */
const power = (state: State) =>
  switchable.on({
    ...onOff(state),
    value: isKnown(state) ? !['off', 'standby'].includes(state.state) : undefined,
  });

/** Creates the volume. Home Assistant counts from 0 to 1. */
function volume(state: State) {
  const level = numberOf(state.attributes.volume_level);
  return property('volume', percentage('Volume'), {
    value: level === undefined ? undefined : Math.round(level * 100),
    write: (percent: number) => callService(state, 'volume_set', { volume_level: percent / 100 }),
  });
}

const muted = (state: State) =>
  property(
    'muted',
    { type: 'boolean', title: 'Muted' },
    {
      value: booleanOf(state.attributes.is_volume_muted),
      write: (is_volume_muted: boolean) => callService(state, 'volume_mute', { is_volume_muted }),
    },
  );

function source(state: State) {
  const { source: current, source_list } = state.attributes;
  const sources = supports(state, feature.source) ? textsOf(source_list) : [];
  return when(
    sources.length > 0,
    property('source', choice('Source', sources), {
      value: selected(sources, current).value,
      write: (source: string) => callService(state, 'select_source', { source }),
    }),
  );
}

const buttons = [
  { name: 'play', title: 'Play', bit: feature.play, service: 'media_play' },
  { name: 'pause', title: 'Pause', bit: feature.pause, service: 'media_pause' },
  { name: 'stop', title: 'Stop', bit: feature.stop, service: 'media_stop' },
  { name: 'next', title: 'Next track', bit: feature.next, service: 'media_next_track' },
  {
    name: 'previous',
    title: 'Previous track',
    bit: feature.previous,
    service: 'media_previous_track',
  },
];

const playback = (state: State) =>
  buttons
    .filter(({ bit }) => supports(state, bit))
    .map(({ name, title, service }) => action(name, { title }, () => callService(state, service)));
