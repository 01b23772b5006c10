import type { ComponentKind } from '../ability.js';
import { climate } from './climate.js';
import { cover } from './cover.js';
import { button, number, select } from './input.js';
import { light } from './light.js';
import { binarySensor, switchable } from './on-off.js';
import { sensor } from './sensor.js';

/** The kinds of components that are known, by the names that Home Assistant has for them. */
export const kinds = new Map<string, ComponentKind>([
  ['sensor', sensor],
  ['binary_sensor', binarySensor],
  ['switch', switchable],
  ['light', light],
  ['cover', cover],
  ['climate', climate],
  ['number', number],
  ['select', select],
  ['button', button],
]);
