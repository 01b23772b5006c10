import { alarm, lock } from './security.js';
import { binarySensor } from './binary-sensor.js';
import { button, number, scene, script, select, text } from './inputs.js';
import { calendar } from './calendar.js';
import { climate } from './climate.js';
import { cover } from './cover.js';
import type { Domain } from './domain.js';
import { event } from './event.js';
import { fan } from './fan.js';
import { group } from './group.js';
import { humidifier } from './humidifier.js';
import { lawnMower, vacuum } from './robots.js';
import { light } from './light.js';
import { mediaPlayer } from './media-player.js';
import { notify } from './notify.js';
import { camera, image } from './picture.js';
import { remote } from './remote.js';
import { sensor } from './sensor.js';
import { sun } from './sun.js';
import { toggle } from './switch.js';
import { location } from './text-sensor.js';
import { tag } from './tag.js';
import { date, datetime, inputDatetime, time } from './times.js';
import { todo } from './todo.js';
import { update } from './update.js';
import { valve } from './valve.js';
import { waterHeater } from './water-heater.js';
import { weather } from './weather.js';

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
