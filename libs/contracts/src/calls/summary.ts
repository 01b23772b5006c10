import { z } from 'zod';
import { list } from '../bounded.js';
import { onResource, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';
import { failureCode } from './client.js';

const count = z.number().int();

/** The maximum number of entries of each list of a summary. */
export const maxSummaryEntries = 1_000;

/** The current values of a property over the things that measure it in the same unit. */
const valueSummary = z.object({
  property: z.string(),
  /** Unit of measurement; left out if the things have none. */
  unit: z.string().optional(),
  count,
  minimum: z.number(),
  maximum: z.number(),
  mean: z.number(),
});

/** A summary of everything below a unit that the caller sees. Lists are cut after the largest entries. */
export const unitSummary = z.object({
  units: z.object({ count, types: z.array(z.object({ type: z.string(), count })) }),
  things: z.object({
    count,
    unavailable: count,
    unknown: count,
    capabilities: z.array(z.object({ capability, count })),
  }),
  /** Connector clients of these things that fail or have warnings about them, except paused ones. */
  clients: z.array(
    z.object({ id: uuid, code: failureCode, since: z.iso.datetime(), things: count }),
  ),
  values: z.array(valueSummary),
});
export type UnitSummary = z.infer<typeof unitSummary>;

/** The names of the properties to summarize; the properties of capabilities are named after them. */
export const summarizedProperties = list(plainText, 10);

export const summaryCalls = defineCalls({
  'units.summary': {
    input: onResource.extend({ of: summarizedProperties.default([]) }),
    output: unitSummary,
    problems: ['rate_limited'],
  },
});
