import { affordances } from '@trellis/connector-sdk';
import { action, reading, setting, supports, where, type Domain } from '../ability.js';
import { numberOf } from '../text.js';

/** What a cover or a valve is, in the words of Home Assistant. */
const states = ['open', 'opening', 'closed', 'closing'];

const whether = (title: string, state: string) =>
  reading(
    'state',
    { type: 'string', title, enum: states },
    states.find((known) => known === state),
  );

/** Something may be done again: it is open then all the same. */
const again = { idempotent: true };

/** `CoverEntityFeature`. */
const feature = { open: 1, close: 2, position: 4, stop: 8 };
const tilt = { open: 16, close: 32, stop: 64, position: 128 };

/** Shutters, blinds, curtains, garage doors (developers.home-assistant.io, "Cover entity"). */
export const cover: Domain = (state) => {
  const can = (one: number) => supports(state, one);
  const call = (service: string) => ({ domain: 'cover', service });
  const level = (name: string, title: string, service: string) =>
    setting(name, affordances.level(title), {
      value: numberOf(state.attributes[`current_${name}`]),
      write: (wanted) => ({ ...call(service), data: { [name]: wanted } }),
    });
  return {
    properties: [
      whether('Open, closed, or on its way', state.state),
      ...where(
        can(feature.position),
        level('position', 'How far it is open', 'set_cover_position'),
      ),
      ...where(
        can(tilt.position),
        level('tilt_position', 'How far its slats are open', 'set_cover_tilt_position'),
      ),
    ],
    actions: [
      ...where(can(feature.open), action('open', 'Open', call('open_cover'), again)),
      ...where(can(feature.close), action('close', 'Close', call('close_cover'), again)),
      ...where(can(feature.stop), action('stop', 'Stop', call('stop_cover'), again)),
      ...where(
        can(tilt.open),
        action('open_tilt', 'Open the slats', call('open_cover_tilt'), again),
      ),
      ...where(
        can(tilt.close),
        action('close_tilt', 'Close the slats', call('close_cover_tilt'), again),
      ),
      ...where(
        can(tilt.stop),
        action('stop_tilt', 'Stop the slats', call('stop_cover_tilt'), again),
      ),
    ],
  };
};

/** Valves of water or gas; their features are numbered as those of covers. */
export const valve: Domain = (state) => {
  const can = (one: number) => supports(state, one);
  const call = (service: string) => ({ domain: 'valve', service });
  const { current_position } = state.attributes;
  return {
    properties: [
      whether('Open, closed, or on its way', state.state),
      ...where(
        can(feature.position),
        setting('position', affordances.level('How far it is open'), {
          value: numberOf(current_position),
          write: (position) => ({ ...call('set_valve_position'), data: { position } }),
        }),
      ),
    ],
    actions: [
      ...where(can(feature.open), action('open', 'Open', call('open_valve'), again)),
      ...where(can(feature.close), action('close', 'Close', call('close_valve'), again)),
      ...where(can(feature.stop), action('stop', 'Stop', call('stop_valve'), again)),
    ],
  };
};
