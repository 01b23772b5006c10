import { z } from 'zod';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf, pageOfIds } from '../paging.js';
import { anyJson, plainText, text } from '../text.js';

/** A named value of a unit; the value may be JSON-LD. */
export const unitProperty = z.object({ name: plainText, value: anyJson });
export type UnitProperty = z.infer<typeof unitProperty>;

export const unitInput = z.object({
  name: text,
  type: text,
  properties: z.array(unitProperty).default([]),
});

/** The role of the other unit in a link. */
export const role = z.enum(['parents', 'children']);
export type Role = z.infer<typeof role>;

/** The lists of references that a unit holds. */
export const relation = z.enum(['things', 'children', 'parents', 'subjects']);
export type Relation = z.infer<typeof relation>;

export const unit = z.object({
  id: uuid,
  name: z.string(),
  type: z.string(),
  things: z.array(z.string()),
  properties: z.array(unitProperty),
  children: z.array(z.string()),
  parents: z.array(z.string()),
  subjects: z.array(z.string()),
  owner: z.string(),
  /** The lists of which only the first thousand entries are included. */
  truncated: z.array(z.enum([...relation.options, 'properties'])),
});
export type Unit = z.infer<typeof unit>;

const listOfUnit = onResource.extend({ page });
const onProperty = onResource.extend({ name: z.string() });

export const unitCalls = defineCalls({
  'units.create': {
    input: unitInput.extend({ caller, id: uuid }),
    output: z.object({ id: uuid }),
    problems: ['invalid_json_ld'],
  },
  'units.list': {
    input: z.object({ caller, page, type: text.optional(), name: text.optional() }),
    output: pageOfIds,
  },
  'units.read': { input: onResource, output: unit },
  'units.remove': { input: onResource, output: nothing },

  'units.references': { input: listOfUnit.extend({ relation }), output: pageOfIds },
  /** All units below or above a unit, each once. */
  'units.traverse': {
    input: listOfUnit.extend({
      direction: z.enum(['descendants', 'ancestors']),
      depth: z.number().int().min(1).optional(),
      type: text.optional(),
    }),
    output: pageOfIds,
  },
  /** The things in a unit and in all units below it, each once. */
  'units.things_below': { input: listOfUnit, output: pageOfIds },
  'units.link': {
    input: onResource.extend({ role, other: z.string() }),
    output: nothing,
    problems: ['unknown_reference', 'unit_cycle'],
  },
  'units.add_subject': { input: onResource.extend({ subject: subjectId }), output: nothing },
  'units.add_thing': {
    input: onResource.extend({ thing: z.string() }),
    output: nothing,
    problems: ['unknown_reference'],
  },
  'units.remove_reference': {
    input: onResource.extend({ relation, other: z.string() }),
    output: nothing,
  },

  'units.properties': { input: listOfUnit, output: pageOf(unitProperty) },
  'units.property': { input: onProperty, output: unitProperty },
  'units.add_property': {
    input: onResource.extend({ property: unitProperty }),
    output: nothing,
    problems: ['invalid_json_ld', 'already_exists'],
  },
  'units.update_property': {
    input: onResource.extend({ property: unitProperty }),
    output: nothing,
    problems: ['invalid_json_ld'],
  },
  'units.remove_property': { input: onProperty, output: unitProperty },
});
