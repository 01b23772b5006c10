import type { ComponentKind } from '../component-kind.js';
import { climate } from './climate.js';
import { cover } from './cover.js';
import { button, number, select } from './inputs.js';
import { light } from './light.js';
import { binarySensor, relay } from './on-off.js';
import { sensor } from './sensor.js';

/** The kinds of components that are known, by their names in Home Assistant. */
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
]);
