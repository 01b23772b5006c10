import type { Domain } from '../ability.js';
import { alarm, lock } from './access.js';
import { climate } from './climate.js';
import { cover, valve } from './cover.js';
import { done, script } from './done.js';
import { number, select, text } from './entered.js';
import { light } from './light.js';
import { binarySensor, event, sensor, told } from './measured.js';
import { mediaPlayer } from './player.js';
import { lawnMower, vacuum } from './robot.js';
import { fan, toggled } from './switched.js';
import { humidifier, waterHeater } from './water.js';
import { weather } from './weather.js';

/** What the entities of each domain can do; those of other domains are left out. */
export const domains = new Map<string, Domain>([
  ['alarm_control_panel', alarm],
  ['binary_sensor', binarySensor],
  ['button', done('button', 'press', { title: 'Press', service: 'press' })],
  ['climate', climate],
  ['cover', cover],
  ['device_tracker', told('Where it is')],
  ['event', event],
  ['fan', fan],
  ['humidifier', humidifier],
  ['input_boolean', toggled('input_boolean')],
  ['input_button', done('input_button', 'press', { title: 'Press', service: 'press' })],
  ['input_number', number('input_number')],
  ['input_select', select('input_select')],
  ['input_text', text('input_text')],
  ['lawn_mower', lawnMower],
  ['light', light],
  ['lock', lock],
  ['media_player', mediaPlayer],
  ['number', number('number')],
  ['person', told('Where the person is')],
  ['scene', done('scene', 'activate', { title: 'Activate', service: 'turn_on' })],
  ['script', script],
  ['select', select('select')],
  ['sensor', sensor],
  ['siren', toggled('siren')],
  ['switch', toggled('switch')],
  ['text', text('text')],
  ['vacuum', vacuum],
  ['valve', valve],
  ['water_heater', waterHeater],
  ['weather', weather],
]);
