import { z } from 'zod';
import { list } from '../bounded.js';
import { capability } from '../capabilities.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf, pageOfIds, walkPage } from '../paging.js';
import type { ProblemData } from '../problems.js';
import { orderBy, queryText, withinUnit } from '../search.js';
import { anyJson, plainText, text } from '../text.js';
import { expecting, versionOf } from '../version.js';
import { audited } from './audit.js';
import { thingFilter } from './things.js';

/** A named value of a unit; the value may be JSON-LD. */
export const unitProperty = z
  .object({ name: plainText, value: anyJson })
  .meta({ id: 'UnitProperty', example: { name: 'floor', value: 2 } });
export type UnitProperty = z.infer<typeof unitProperty>;

export const newUnitProperty = z
  .strictObject(unitProperty.shape)
  .meta({ id: 'NewUnitProperty', example: { name: 'floor', value: 2 } });

/** The maximum number of entries in each list of a unit that is created or imported. */
const maxListedEntries = 10_000;

export const unitInput = z.strictObject({
  name: text,
  type: text,
  properties: list(newUnitProperty, maxListedEntries).default([]),
});

/** The role of the other unit in a link. */
export const role = z.enum(['parents', 'children']);
export type Role = z.infer<typeof role>;

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
  /** The lists that are cut: after a thousand entries, or after 1 MiB of properties. */
  truncated: z.array(z.enum([...relation.options, 'properties'])),
});
export type Unit = z.infer<typeof unit>;

/** The limit up to which a list counts the entries of a unit; this number means that many or more. */
export const maxCountedEntries = 100;

export const listedUnit = z.object({
  id: uuid,
  name: z.string(),
  type: z.string(),
  /** The number of units and of things directly in it that the caller sees, each at most {@link maxCountedEntries}. */
  children: z.number().int(),
  things: z.number().int(),
});
export type ListedUnit = z.infer<typeof listedUnit>;

/** Returns the version of what a patch of a unit can change. */
export const unitVersion = ({ name, type, properties }: Unit): string =>
  versionOf([name, type, properties]);

export const unitPropertyVersion = ({ value }: UnitProperty): string => versionOf(value);

export const maxImportLines = 1_000;

/** A unit as a line of a file, with the ids of the file. */
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

export const newUnitLine = unitLine.extend({
  properties: list(newUnitProperty, maxListedEntries).optional(),
});

const lineOutcome = z.union([
  z.enum(['created', 'updated', 'unchanged']),
  z.custom<ProblemData>((value) => typeof value === 'object'),
]);
export type LineOutcome = z.infer<typeof lineOutcome>;

/** The lists of a line, in the order of an export. */
export const lineLists = ['properties', 'parents', 'children', 'subjects', 'things'] as const;
export type LineList = (typeof lineLists)[number];

/** The unit after which an export continues, or the entry of one of its lists. */
const exportCursor = new RegExp(`^[0-9]{1,18}(?:\\.(?:${lineLists.join('|')})\\.[0-9]{1,18})?$`);

export const unitFilter = z.object({
  type: text.optional(),
  name: text.optional(),
  /** A subject that owns the unit or is linked to it. */
  subject: subjectId.optional(),
  capability: capability.optional(),
  /** Units without parents that the caller sees. */
  parents: z.enum(['none']).optional(),
  q: queryText.optional(),
});
export type UnitFilter = z.infer<typeof unitFilter>;

export const unitSortFields = ['name', 'created'] as const;

const listOfUnit = onResource.extend({ page });
const changeOnResource = onResource.extend(audited);
const walkFromUnit = onResource.extend({ page: walkPage });
const onProperty = onResource.extend({ name: z.string() });

export const unitCalls = defineCalls({
  'units.create': {
    input: z.object({ ...unitInput.shape, caller, id: uuid, ...audited }),
    output: z.object({ id: uuid }),
    problems: ['invalid_json_ld', 'rate_limited', 'quota_exceeded'],
    batched: true,
  },
  'units.list': {
    input: z.object({ caller, page, type: text.optional(), name: text.optional() }),
    output: pageOfIds,
    batched: true,
  },
  /**
   * Lists units that meet conditions, in order of creation. A page that skips many others may be short; `next` is absent
   * only at the end.
   */
  'units.find': {
    /** `in` is a parent. */
    input: z.object({ caller, page, filter: unitFilter.extend({ in: z.string().optional() }) }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /** Lists units that meet conditions, in another order than that of creation. Pages as in `units.find`. */
  'units.ordered': {
    input: z.object({
      caller,
      page: walkPage,
      filter: unitFilter.extend(withinUnit),
      order: orderBy(unitSortFields),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  'units.read': { input: onResource, output: unit, batched: true },
  /** Reads the units with these ids that the caller sees, in the order of the ids. */
  'units.show': {
    input: z.object({ caller, ids: z.array(uuid).max(1000) }),
    output: z.object({ units: z.array(listedUnit) }),
    batched: true,
  },
  /** Changes the given members; `properties` replaces all properties. */
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
    problems: ['precondition_failed'],
    batched: true,
  },

  'units.references': { input: listOfUnit.extend({ relation }), output: pageOfIds, batched: true },
  /** Lists the units below or above a unit, each once. Pages as in `units.find`. */
  'units.traverse': {
    input: walkFromUnit.extend({
      direction: z.enum(['descendants', 'ancestors']),
      depth: z.number().int().min(1).optional(),
      ...unitFilter.shape,
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /** Lists the things in a unit and in all units below it, each once. Pages as in `units.find`. */
  'units.things_below': {
    input: walkFromUnit.extend({ filter: thingFilter.optional(), q: queryText.optional() }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  'units.link': {
    input: changeOnResource.extend({ role, other: z.string() }),
    problems: ['unknown_reference', 'unit_cycle'],
    batched: true,
  },
  'units.add_subject': {
    input: changeOnResource.extend({ subject: subjectId }),
    batched: true,
  },
  'units.add_thing': {
    input: changeOnResource.extend({ thing: z.string() }),
    problems: ['unknown_reference'],
    batched: true,
  },
  'units.remove_reference': {
    input: changeOnResource.extend({ relation, other: z.string() }),
    batched: true,
  },

  /**
   * Imports units from the lines of a file. A line may refer to earlier ones, and is stored wholly or not at all. The line
   * of an existing unit adds missing properties and references.
   */
  'units.import': {
    input: z.object({ caller, lines: z.array(z.unknown()).max(maxImportLines) }),
    output: z.object({ outcomes: z.array(lineOutcome) }),
    problems: ['rate_limited'],
    timeoutMs: 20_000,
  },
  /** Exports units in order of creation, as lines for an import. */
  'units.export': {
    input: z.object({
      caller,
      limit: z.number().int().min(1).max(1000),
      cursor: z.string().regex(exportCursor).optional(),
      from: z.string().optional(),
    }),
    output: z.object({ lines: z.array(unitLine), next: z.string().optional() }),
    timeoutMs: 20_000,
  },

  'units.properties': { input: listOfUnit, output: pageOf(unitProperty), batched: true },
  'units.property': { input: onProperty, output: unitProperty, batched: true },
  'units.add_property': {
    input: changeOnResource.extend({ property: unitProperty }),
    problems: ['invalid_json_ld', 'already_exists', 'rate_limited', 'quota_exceeded'],
    batched: true,
  },
  'units.update_property': {
    input: changeOnResource.extend({ property: unitProperty, ...expecting }),
    problems: ['invalid_json_ld', 'rate_limited', 'quota_exceeded', 'precondition_failed'],
    batched: true,
  },
  'units.remove_property': {
    input: onProperty.extend({ ...audited, ...expecting }),
    output: unitProperty,
    problems: ['precondition_failed'],
    batched: true,
  },
});
