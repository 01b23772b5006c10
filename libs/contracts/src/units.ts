import { z } from 'zod';
import { caller, nothing, page, pageOf, pageOfIds, subjectId, uuid } from './caller.js';
import { defineContract } from './call.js';
import { anyJson, plainText, text } from './text.js';
import { eventCalls } from './events.js';
import { thingCalls } from './things.js';

/** A named value of a unit; the value may be JSON-LD. */
export const unitProperty = z.object({ name: plainText, value: anyJson });
export type UnitProperty = z.infer<typeof unitProperty>;

export const unitInput = z.object({
  name: text,
  type: text,
  properties: z.array(unitProperty).default([]),
});

/** How one unit stands to another. */
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
  /** The lists of which only the first thousand are here; all are under the address of the list. */
  truncated: z.array(z.enum([...relation.options, 'properties'])),
});
export type Unit = z.infer<typeof unit>;

/** A subject with what the caller can see of it; each list holds at most a thousand. */
export const subject = z.object({
  id: z.string(),
  units: z.array(uuid),
  things: z.array(uuid),
});

const onUnit = z.object({ caller, id: z.string() });
const listed = onUnit.extend({ page });
const onProperty = onUnit.extend({ name: z.string() });

const service = defineContract({
  queue: 'units',
  calls: {
    'units.create': {
      input: unitInput.extend({ caller, id: uuid }),
      output: z.object({ id: uuid }),
      problems: ['invalid_json_ld', 'already_exists'],
    },
    'units.list': {
      input: z.object({ caller, page, type: text.optional(), name: text.optional() }),
      output: pageOfIds,
      problems: [],
    },
    'units.read': { input: onUnit, output: unit, problems: [] },
    'units.remove': { input: onUnit, output: nothing, problems: [] },

    'units.references': {
      input: listed.extend({ relation }),
      output: pageOfIds,
      problems: [],
    },
    /** Everything below or above a unit, each unit once. */
    'units.traverse': {
      input: listed.extend({
        direction: z.enum(['descendants', 'ancestors']),
        depth: z.number().int().min(1).optional(),
        type: text.optional(),
      }),
      output: pageOfIds,
      problems: [],
    },
    /** The things in a unit and in everything below it, each thing once. */
    'units.things_below': { input: listed, output: pageOfIds, problems: [] },
    'units.link': {
      input: onUnit.extend({ role, other: z.string() }),
      output: nothing,
      problems: ['unknown_reference', 'unit_cycle'],
    },
    'units.add_subject': {
      input: onUnit.extend({ subject: subjectId }),
      output: nothing,
      problems: [],
    },
    'units.add_thing': {
      input: onUnit.extend({ thing: z.string() }),
      output: nothing,
      problems: ['unknown_reference'],
    },
    'units.remove_reference': {
      input: onUnit.extend({ relation, other: z.string() }),
      output: nothing,
      problems: [],
    },

    'units.properties': { input: listed, output: pageOf(unitProperty), problems: [] },
    'units.property': { input: onProperty, output: unitProperty, problems: [] },
    'units.add_property': {
      input: onUnit.extend({ property: unitProperty }),
      output: nothing,
      problems: ['invalid_json_ld', 'already_exists'],
    },
    'units.update_property': {
      input: onUnit.extend({ property: unitProperty }),
      output: nothing,
      problems: ['invalid_json_ld'],
    },
    'units.remove_property': { input: onProperty, output: unitProperty, problems: [] },

    'subjects.list': { input: z.object({ caller, page }), output: pageOfIds, problems: [] },
    'subjects.read': { input: z.object({ caller, id: z.string() }), output: subject, problems: [] },
    /** Makes a subject known to the account. */
    'subjects.register': {
      input: z.object({ developer: plainText, subject: subjectId }),
      output: nothing,
      problems: [],
    },
    'health.check': { input: nothing, output: nothing, problems: [] },
  },
});

/** What units-service answers: units, their graph, subjects and things. */
export const unitsContract = defineContract({
  queue: service.queue,
  calls: { ...service.calls, ...thingCalls.calls, ...eventCalls.calls },
});
