import type { ComponentAbility, ComponentKind, Source } from '../component-kind.js';
import { alarm, lock } from './security.js';
import { climate, humidifier, waterHeater } from './heating.js';
import { cover, valve } from './cover.js';
import { deviceTrigger, event, tagScanner } from './event.js';
import { fan } from './fan.js';
import { button, number, select, deviceTracker, notify, scene, text } from './inputs.js';
import { camera, image } from './image.js';
import { lawnMower, vacuum } from './robots.js';
import { light } from './light.js';
import { binarySensor, relay, siren } from './on-off.js';
import { sensor, update } from './sensor.js';

/** The known kinds of components, by their names in Home Assistant. */
const kinds: ReadonlyMap<string, ComponentKind> = new Map([
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
  ['image', image],
  ['camera', camera],
]);

/** Returns the abilities of a component; none for an unknown kind. */
export const abilitiesOf = (kind: string, source: Source): ComponentAbility[] =>
  (kinds.get(kind)?.(source) ?? []).filter((ability) => ability !== undefined);
