import { climate, fan, humidifier, waterHeater } from './climate.js';
import type { Ability } from '@trellis/connector-sdk';
import {
  domainOf,
  EntityState,
  type Domain,
  type ServiceCall,
  type State,
  type Units,
} from './domain.js';
import { event, tag } from './events.js';
import {
  button,
  date,
  datetime,
  inputDatetime,
  number,
  scene,
  script,
  select,
  text,
  time,
} from './inputs.js';
import { light } from './light.js';
import { camera, image, mediaPlayer } from './media.js';
import { cover, valve } from './openings.js';
import { calendar, notify, todo } from './planning.js';
import { lawnMower, vacuum } from './robots.js';
import { alarm, lock } from './security.js';
import { binarySensor, location, sensor, sun, update, weather } from './sensors.js';
import { group, remote, toggle } from './switches.js';

/** The supported domains; entities of others are left out. */
export const domains = new Map<string, Domain>([
  ['alarm_control_panel', alarm],
  ['binary_sensor', binarySensor],
  ['button', button],
  ['calendar', calendar],
  ['camera', camera],
  ['climate', climate],
  ['cover', cover],
  ['date', date],
  ['datetime', datetime],
  ['device_tracker', location],
  ['event', event],
  ['fan', fan],
  ['group', group],
  ['humidifier', humidifier],
  ['image', image],
  ['input_boolean', toggle],
  ['input_button', button],
  ['input_datetime', inputDatetime],
  ['input_number', number],
  ['input_select', select],
  ['input_text', text],
  ['lawn_mower', lawnMower],
  ['light', light],
  ['lock', lock],
  ['media_player', mediaPlayer],
  ['notify', notify],
  ['number', number],
  ['person', location],
  ['remote', remote],
  ['scene', scene],
  ['script', script],
  ['select', select],
  ['sensor', sensor],
  ['siren', toggle],
  ['sun', sun],
  ['switch', toggle],
  ['tag', tag],
  ['text', text],
  ['time', time],
  ['todo', todo],
  ['update', update],
  ['vacuum', vacuum],
  ['valve', valve],
  ['water_heater', waterHeater],
  ['weather', weather],
]);

export const abilitiesOf = (state: State, units: Units, url: string): Ability<ServiceCall>[] =>
  (domains.get(domainOf(state.entity_id))?.(new EntityState(state, { units, url })) ?? []).filter(
    (ability) => ability !== false,
  );
