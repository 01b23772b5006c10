import { z } from 'zod';
import {
  conversion,
  described,
  name,
  role,
  scalar,
  shortText,
  longText,
} from '../../described/members.js';
import { namesInText } from '../template.js';
import { command } from './requests.js';
import { expression, isPath, named, nothing, path, source } from './members.js';

/** The options of a property: the same for all devices, or a path to those of each device. */
const options = z.union([z.array(scalar).min(1).max(100), path]).optional();

/** A property of a capability, or one with a name of its own. */
export const property = z.strictObject({
  capability: z
    .string()
    .max(64)
    .optional()
    .describe('A capability, such as `temperature` or `light.brightness`.'),
  name: name.optional(),
  type: z.enum(['boolean', 'integer', 'number', 'string']).optional(),
  unit: z.string().min(1).max(64).optional(),
  role,
  ...described,
  enum: options,
  value: path.optional().describe('Where its value is; the first that is found.'),
  expression: expression
    .optional()
    .describe('JSONata that makes its value of the entity, where a path is not enough.'),
  optional: z
    .boolean()
    .default(false)
    .describe('Whether devices with nothing there, not even null, do not have the property.'),
  nothing: nothing.describe(
    'Values that mean nothing here, such as 255; null also stands for what is missing.',
  ),
  ...conversion,
  encoding: z
    .enum(['xy', 'rgb'])
    .optional()
    .describe('Of `light.color`: an object of `x` and `y`, or of `red`, `green` and `blue`.'),
  write: command.optional(),
});
export type Property = z.output<typeof property>;

export const action = z.strictObject({
  capability: z.string().max(64).optional().describe('Such as `cover.open`.'),
  name: name.optional(),
  role,
  title: shortText.optional(),
  description: longText.optional(),
  input: z
    .strictObject({
      type: z.enum(['boolean', 'integer', 'number', 'string']),
      unit: z.string().min(1).max(64).optional(),
      ...described,
    })
    .optional(),
  idempotent: z.boolean().optional(),
  request: command,
});
export type Action = z.output<typeof action>;

/** Maps entities in the responses of a request to devices or parts of devices. */
export const mapping = z.strictObject({
  request: name,
  entities: path.default('$'),
  id: source.describe('What is found more than once under one id is one device.'),
  adds_only: z
    .boolean()
    .default(false)
    .describe('Whether it only adds to devices that others find.'),
  title: source.optional(),
  description: source.optional(),
  types: z.array(shortText).max(8).optional().describe('Terms for `@type` of the thing.'),
  variables: named(source, 16).default({}).describe('For the id, the texts and writing.'),
  available: z
    .strictObject({
      value: path,
      map: conversion.map,
      otherwise: conversion.otherwise,
    })
    .optional()
    .describe('Whether the device is reachable: true or false, if need be by a `map`.'),
  properties: z.array(property).max(100).default([]),
  actions: z.array(action).max(50).default([]),
});
export type Mapping = z.output<typeof mapping>;

/** Returns whether an id does not depend on the entity: then it is the id of the device that was requested. */
export const isIdOfRequest = ({ id, variables }: Mapping): boolean =>
  !isPath(id) && !namesInText(id).some((name) => Object.hasOwn(variables, name));
