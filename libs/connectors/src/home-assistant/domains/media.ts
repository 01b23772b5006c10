import {
  percentage,
  property,
  switchable,
  textProperty,
  timeProperty,
} from '@trellis/connector-sdk';
import { ownSelection, type Domain, type EntityState, type Operation } from './domain.js';

/** `MediaPlayerEntityFeature`. */
const feature = { volume: 4, mute: 8, turnOn: 128, turnOff: 256, source: 2048 };

const playback: Operation[] = [
  { name: 'play', title: 'Play', service: 'media_play', bit: 16_384 },
  { name: 'pause', title: 'Pause', service: 'media_pause', bit: 1 },
  { name: 'stop', title: 'Stop', service: 'media_stop', bit: 4096 },
  { name: 'next', title: 'Next track', service: 'media_next_track', bit: 32 },
  { name: 'previous', title: 'Previous track', service: 'media_previous_track', bit: 16 },
];

/** Televisions, loudspeakers (developers.home-assistant.io, "Media player entity"); on while playing or idle. */
export const mediaPlayer: Domain = (entity) => {
  const can = (bit: number) => entity.supports(bit);
  return [
    can(feature.turnOn) &&
      can(feature.turnOff) &&
      switchable.on({
        ...entity.onOff,
        value: entity.isKnown ? !['off', 'standby'].includes(entity.state) : undefined,
      }),
    textProperty('state', 'State', entity.stateText),
    can(feature.volume) && volume(entity),
    can(feature.mute) &&
      property(
        'muted',
        { type: 'boolean', title: 'Muted' },
        {
          value: entity.boolean('is_volume_muted'),
          write: entity.setter<boolean>('volume_mute', 'is_volume_muted'),
        },
      ),
    entity.selection(ownSelection('source', 'Source'), {
      from: can(feature.source) && entity.attributes.source_list,
      current: entity.attributes.source,
      service: 'select_source',
      member: 'source',
    }),
    textProperty('title', 'Media title', entity.text('media_title')),
    textProperty('artist', 'Media artist', entity.text('media_artist')),
    ...entity.operations(playback),
  ];
};

/** Creates the volume. Home Assistant counts from 0 to 1. */
function volume(entity: EntityState) {
  const level = entity.number('volume_level');
  return property('volume', percentage('Volume'), {
    value: level === undefined ? undefined : Math.round(level * 100),
    write: (percent: number) => entity.call('volume_set', { volume_level: percent / 100 }),
  });
}

/** `CameraEntityFeature.ON_OFF`. */
const onOffFeature = 1;

const maxAddressLength = 2048;

/** A camera (developers.home-assistant.io, "Camera entity"); its address has a token that lasts five minutes. */
export const camera: Domain = (entity) => [
  entity.supports(onOffFeature) &&
    switchable.on({ ...entity.onOff, value: entity.isKnown ? entity.state !== 'off' : undefined }),
  textProperty('state', 'State', entity.stateText),
  picture('snapshot', 'Address of a snapshot', pictureAddress(entity)),
];

/** A picture; its state is the time of the last change (developers.home-assistant.io, "Image entity"). */
export const image: Domain = (entity) => [
  picture('picture', 'Address of the picture', pictureAddress(entity)),
  timeProperty('updated', 'Time of the picture', entity.stateTime),
];

const picture = (name: string, title: string, value: string | undefined) =>
  property(name, { type: 'string', format: 'uri', title }, { value });

/** Returns the address of a picture, which is relative to that of Home Assistant, even below a path. */
function pictureAddress(entity: EntityState): string | undefined {
  const { entity_picture } = entity.attributes;
  if (typeof entity_picture !== 'string' || !entity.isAvailable) return undefined;
  if (!entity_picture.startsWith('/')) return undefined;
  const whole = entity.url.replace(/[?#].*$/, '').replace(/\/+$/, '') + entity_picture;
  return whole.length <= maxAddressLength && URL.canParse(whole) ? whole : undefined;
}
