import { property, switchable, textProperty, timeProperty } from '@trellis/connector-sdk';
import { when, type Domain } from './domain.js';
import { isAvailable, isKnown, stateText, supports, type State } from './state.js';
import { onOff } from './switch.js';
import { timeOf } from './values.js';

/** `CameraEntityFeature.ON_OFF`. */
const onOffFeature = 1;

const maxAddressLength = 2048;

/**
 * A camera (developers.home-assistant.io, "Camera entity"). The address of its snapshot contains a token, which Home
 * Assistant replaces every five minutes.
 */
export const camera: Domain = (state, _units, url) => [
  ...when(
    supports(state, onOffFeature),
    switchable.on({
      ...onOff(state),
      value: isKnown(state) ? state.state !== 'off' : undefined,
    }),
  ),
  textProperty('state', 'State', stateText(state)),
  address('snapshot', 'Address of a snapshot', { state, url }),
];

/** A picture; its state is the time of the last change (developers.home-assistant.io, "Image entity"). */
export const image: Domain = (state, _units, url) => [
  address('picture', 'Address of the picture', { state, url }),
  timeProperty('updated', 'Time of the picture', timeOf(state.state)),
];

/**
 * Creates the address of a picture; `entity_picture` is relative to the address of Home Assistant, even below a path.
 */
function address(name: string, title: string, { state, url }: { state: State; url: string }) {
  const { entity_picture } = state.attributes;
  return property(name, { type: 'string', format: 'uri', title }, { value: absolute() });

  function absolute(): string | undefined {
    if (typeof entity_picture !== 'string' || !isAvailable(state)) return undefined;
    if (!entity_picture.startsWith('/')) return undefined;
    const whole = url.replace(/[?#].*$/, '').replace(/\/+$/, '') + entity_picture;
    return whole.length <= maxAddressLength && URL.canParse(whole) ? whole : undefined;
  }
}
