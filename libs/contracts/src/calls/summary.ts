import { z } from 'zod';
import { list } from '../bounded.js';
import { onResource, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';
import { failureCode } from './clients.js';

const count = z.number().int();

/** The most entries of each list of a summary. */
export const maxSummaryEntries = 1_000;

/** The current values of a property, of the things that measure it in one unit. */
const valueSummary = z.object({
  property: z.string(),
  /** Unit of measurement; left out where the things do not say it. */
  unit: z.string().optional(),
  count,
  minimum: z.number(),
  maximum: z.number(),
  mean: z.number(),
});

/** What is below a unit, as far as the caller sees it. Lists hold the largest entries. */
export const unitSummary = z.object({
  /** Units below the unit. */
  units: z.object({ count, types: z.array(z.object({ type: z.string(), count })) }),
  /** Things in the unit or in units below it, each once. */
  things: z.object({
    count,
    unavailable: count,
    unknown: count,
    capabilities: z.array(z.object({ capability, count })),
  }),
  /** Connector clients of these things whose polls fail, or have warnings about them, unless they are paused. */
  clients: z.array(
    z.object({ id: uuid, code: failureCode, since: z.iso.datetime(), things: count }),
  ),
  /** Of things that are available. */
  values: z.array(valueSummary),
});
export type UnitSummary = z.infer<typeof unitSummary>;

/** The properties whose values are summed up; those of capabilities have their names. */
export const summarizedProperties = list(plainText, 10);

export const summaryCalls = defineCalls({
  'units.summary': {
    input: onResource.extend({ of: summarizedProperties.default([]) }),
    output: unitSummary,
    problems: ['rate_limited'],
  },
});
