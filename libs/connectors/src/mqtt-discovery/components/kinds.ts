import type { ComponentKind } from '../component-kind.js';
import { alarm, lock } from './security.js';
import { climate, humidifier, waterHeater } from './heating.js';
import { cover } from './cover.js';
import { deviceTrigger, event, tagScanner } from './event.js';
import { fan } from './fan.js';
import { button, number, select } from './inputs.js';
import { lawnMower, vacuum } from './robots.js';
import { light } from './light.js';
import { deviceTracker, notify, scene } from './messages.js';
import { binarySensor, relay } from './on-off.js';
import { sensor } from './sensor.js';
import { siren } from './siren.js';
import { text } from './text.js';
import { update } from './update.js';
import { valve } from './valve.js';

/** The known kinds of components, by their names in Home Assistant. */
export const kinds: ReadonlyMap<string, ComponentKind> = new Map([
  ['sensor', sensor],
  ['binary_sensor', binarySensor],
  ['switch', relay],
  ['light', light],
  ['cover', cover],
  ['climate', climate],
  ['number', number],
  ['select', select],
  ['button', button],
  ['text', text],
  ['date', text],
  ['datetime', text],
  ['time', text],
  ['lock', lock],
  ['fan', fan],
  ['valve', valve],
  ['siren', siren],
  ['humidifier', humidifier],
  ['water_heater', waterHeater],
  ['update', update],
  ['event', event],
  ['device_automation', deviceTrigger],
  ['tag', tagScanner],
  ['vacuum', vacuum],
  ['lawn_mower', lawnMower],
  ['alarm_control_panel', alarm],
  ['scene', scene],
  ['notify', notify],
  ['device_tracker', deviceTracker],
]);
