import { z } from 'zod';
import { list } from '../bounded.js';
import { capability } from '../capabilities.js';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf, pageOfIds, walkPage } from '../paging.js';
import type { ProblemData } from '../problems.js';
import { orderBy, place, queryText } from '../search.js';
import { anyJson, plainText, text } from '../text.js';
import { expecting, versionOf } from '../version.js';
import { audited } from './audit.js';
import { thingFilter } from './things.js';

/** A named value of a unit; the value may be JSON-LD. */
export const unitProperty = z
  .object({ name: plainText, value: anyJson })
  .meta({ id: 'UnitProperty', example: { name: 'floor', value: 2 } });
export type UnitProperty = z.infer<typeof unitProperty>;

/** The most entries in each list of a unit that is created or imported. */
const maxListedEntries = 10_000;

export const unitInput = z.object({
  name: text,
  type: text,
  properties: list(unitProperty, maxListedEntries).default([]),
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
  /** The lists of which only the first entries are included: a thousand, and properties up to 4 MiB. */
  truncated: z.array(z.enum([...relation.options, 'properties'])),
});
export type Unit = z.infer<typeof unit>;

/** The most entries that are counted of each list of a unit that a list shows: so many are so many or more. */
export const maxCountedEntries = 100;

/** What a list shows of a unit. */
export const listedUnit = z.object({
  id: uuid,
  name: z.string(),
  type: z.string(),
  /** How many units and things the caller sees directly in it, of each at most {@link maxCountedEntries}. */
  children: z.number().int(),
  things: z.number().int(),
});
export type ListedUnit = z.infer<typeof listedUnit>;

/** The version of what a patch of a unit changes. */
export const unitVersion = ({ name, type, properties }: Unit): string =>
  versionOf([name, type, properties]);

/** The version of a property. */
export const unitPropertyVersion = ({ value }: UnitProperty): string => versionOf(value);

/** The most lines that one call imports. */
export const maxImportLines = 1_000;

/** A unit as a line of a file; ids are those of the file. */
export const unitLine = z.strictObject({
  id: text,
  name: text,
  type: text,
  properties: list(unitProperty, maxListedEntries).optional(),
  /** Earlier lines, or units that exist. */
  parents: list(text, maxListedEntries).optional(),
  children: list(text, maxListedEntries).optional(),
  subjects: list(subjectId, maxListedEntries).optional(),
  things: list(z.guid(), maxListedEntries).optional(),
});
export type UnitLine = z.infer<typeof unitLine>;

/**
 * A unit as a model describes it: a line whose name, type and properties replace those that differ, and
 * what the model has said and says no longer.
 */
export const modelLine = unitLine.extend({
  removed: z
    .strictObject({
      properties: list(text, maxListedEntries).optional(),
      parents: list(text, maxListedEntries).optional(),
      children: list(text, maxListedEntries).optional(),
    })
    .optional(),
});
export type ModelLine = z.infer<typeof modelLine>;

/** The most units and references that one call compares. */
const maxCompared = { units: 200, values: 100, references: 10_000 };

/** A unit of a model as it is in the account. */
const comparedUnit = z.object({
  name: z.string(),
  type: z.string(),
  /** The MD5 of each value as JSON text, and the value where it was asked for. */
  properties: z.array(
    z.object({ name: z.string(), digest: z.string(), value: z.unknown().optional() }),
  ),
});
export type ComparedUnit = z.infer<typeof comparedUnit>;

/** Whether a thing is in a unit, could be, or is none that the caller sees. */
const membership = z.enum(['present', 'absent', 'unknown']);

/** What came of a line: what it did, or why it did nothing. */
const lineOutcome = z.union([
  z.enum(['created', 'updated', 'unchanged']),
  z.custom<ProblemData>((value) => typeof value === 'object'),
]);
export type LineOutcome = z.infer<typeof lineOutcome>;

/** The lists of a line, in the order in which an export shows them. */
export const lineLists = ['properties', 'parents', 'children', 'subjects', 'things'] as const;
export type LineList = (typeof lineLists)[number];

/** The unit after which an export goes on; or the list of that unit, and the entry in it. */
const exportCursor = new RegExp(`^[0-9]{1,18}(?:\\.(?:${lineLists.join('|')})\\.[0-9]{1,18})?$`);

/** Which units a list has: those that meet every condition. */
export const unitFilter = z.object({
  type: text.optional(),
  name: text.optional(),
  /** Who owns the unit or is linked to it. */
  subject: subjectId.optional(),
  /** What a thing in the unit, or in a unit below it, is capable of. */
  capability: capability.optional(),
  /** Units that are in no other which the caller sees. */
  parents: z.enum(['none']).optional(),
  q: queryText.optional(),
});
export type UnitFilter = z.infer<typeof unitFilter>;

/** The fields by which units can be sorted. */
export const unitSortFields = ['name', 'created'] as const;

const listOfUnit = onResource.extend({ page });
const changeOnResource = onResource.extend(audited);
const walkFromUnit = onResource.extend({ page: walkPage });
const onProperty = onResource.extend({ name: z.string() });

export const unitCalls = defineCalls({
  'units.create': {
    input: unitInput.extend({ caller, id: uuid, ...audited }),
    output: z.object({ id: uuid }),
    problems: ['invalid_json_ld', 'rate_limited', 'quota_exceeded'],
    sets: true,
  },
  'units.list': {
    input: z.object({ caller, page, type: text.optional(), name: text.optional() }),
    output: pageOfIds,
    sets: true,
  },
  /**
   * Units that meet conditions, in the order of their creation. A page ends early when it has to pass over many
   * others; `next` is absent only at the end.
   */
  'units.find': {
    /** `in` is a parent. */
    input: z.object({ caller, page, filter: unitFilter.extend({ in: z.string().optional() }) }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /**
   * Units that meet conditions, in an order other than that of their creation. Pages end early, and `next` is
   * absent, as in `units.find`.
   */
  'units.ordered': {
    input: z.object({
      caller,
      page: walkPage,
      filter: unitFilter.extend(place),
      order: orderBy(unitSortFields),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  'units.read': { input: onResource, output: unit, sets: true },
  /** The units with these ids that the caller sees, in the order of the ids. */
  'units.show': {
    input: z.object({ caller, ids: z.array(uuid).max(1000) }),
    output: z.object({ units: z.array(listedUnit) }),
    sets: true,
  },
  /** Changes what is given; properties replace all that the unit has. */
  'units.update': {
    input: changeOnResource.extend({
      ...expecting,
      name: text.optional(),
      type: text.optional(),
      properties: list(unitProperty, maxListedEntries).optional(),
    }),
    output: z.object({ version: z.string() }),
    problems: ['invalid_json_ld', 'rate_limited', 'quota_exceeded', 'precondition_failed'],
  },
  'units.remove': {
    input: changeOnResource.extend(expecting),
    output: nothing,
    problems: ['precondition_failed'],
    sets: true,
  },

  'units.references': { input: listOfUnit.extend({ relation }), output: pageOfIds, sets: true },
  /**
   * The units below or above a unit, each once. A page ends early when it has to pass over many units;
   * `next` is absent only at the end.
   */
  'units.traverse': {
    input: walkFromUnit.extend({
      direction: z.enum(['descendants', 'ancestors']),
      depth: z.number().int().min(1).optional(),
      ...unitFilter.shape,
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /** The things in a unit and in all units below it, each once, in pages like those of a traversal. */
  'units.things_below': {
    input: walkFromUnit.extend({ filter: thingFilter.optional(), q: queryText.optional() }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  'units.link': {
    input: changeOnResource.extend({ role, other: z.string() }),
    output: nothing,
    problems: ['unknown_reference', 'unit_cycle'],
    sets: true,
  },
  'units.add_subject': {
    input: changeOnResource.extend({ subject: subjectId }),
    output: nothing,
    sets: true,
  },
  'units.add_thing': {
    input: changeOnResource.extend({ thing: z.string() }),
    output: nothing,
    problems: ['unknown_reference'],
    sets: true,
  },
  'units.remove_reference': {
    input: changeOnResource.extend({ relation, other: z.string() }),
    output: nothing,
    sets: true,
  },

  /**
   * Units as lines of a file, in order: a line may refer to earlier ones. Each line is stored wholly or
   * not at all. A line of a unit that exists adds the properties and references that are missing.
   */
  'units.import': {
    input: z.object({ caller, lines: z.array(z.unknown()).max(maxImportLines) }),
    output: z.object({ outcomes: z.array(lineOutcome) }),
    problems: ['rate_limited'],
    timeoutMs: 20_000,
  },
  /** Stores units as models describe them; ids stand for the same units as in `units.import`. */
  'units.merge': {
    input: z.object({ caller, lines: z.array(z.unknown()).max(maxImportLines) }),
    output: z.object({ outcomes: z.array(lineOutcome) }),
    problems: ['rate_limited'],
    timeoutMs: 20_000,
  },
  /** What a merge would find: the units that ids stand for, and which links and memberships there are. */
  'units.compare': {
    input: z.object({
      caller,
      ids: list(text, maxCompared.units),
      /** The names of properties of which the values are wanted. */
      values: list(plainText, maxCompared.values),
      links: list(z.object({ parent: text, child: text }), maxCompared.references),
      things: list(z.object({ unit: text, thing: uuid }), maxCompared.references),
    }),
    output: z.object({
      /** Of the first `covered` ids, for which an answer has room: one at least; null where there is no unit yet. */
      units: z.array(comparedUnit.nullable()),
      covered: z.number().int(),
      links: z.array(z.boolean()),
      things: z.array(membership),
    }),
    timeoutMs: 20_000,
  },
  /** Units in the order of their creation as lines that an import reads. */
  'units.export': {
    input: z.object({
      caller,
      limit: z.number().int().min(1).max(1000),
      cursor: z.string().regex(exportCursor).optional(),
      /** The unit at which the first page begins. */
      from: z.string().optional(),
    }),
    output: z.object({ lines: z.array(unitLine), next: z.string().optional() }),
    timeoutMs: 20_000,
  },

  'units.properties': { input: listOfUnit, output: pageOf(unitProperty), sets: true },
  'units.property': { input: onProperty, output: unitProperty, sets: true },
  'units.add_property': {
    input: changeOnResource.extend({ property: unitProperty }),
    output: nothing,
    problems: ['invalid_json_ld', 'already_exists', 'rate_limited', 'quota_exceeded'],
    sets: true,
  },
  'units.update_property': {
    input: changeOnResource.extend({ property: unitProperty, ...expecting }),
    output: nothing,
    problems: ['invalid_json_ld', 'rate_limited', 'quota_exceeded', 'precondition_failed'],
    sets: true,
  },
  'units.remove_property': {
    input: onProperty.extend({ ...audited, ...expecting }),
    output: unitProperty,
    problems: ['precondition_failed'],
    sets: true,
  },
});
