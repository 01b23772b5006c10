import { z } from 'zod';

/** The method, path and query of a request, as in `GET /v1/devices?page=1`. */
const requestLine = z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \/\S*$/);

const json = z.json();

const answer = z.strictObject({
  request: requestLine.describe('Answers requests with this path and at least this query.'),
  sent: json.optional().describe('Only requests whose body has these members.'),
  status: z.int().default(200),
  body: json.optional(),
});
export type RecordedAnswer = z.output<typeof answer>;

const write = z.strictObject({
  device: z.string(),
  set: z.record(z.string(), json).optional().describe('Properties with the values to write.'),
  invoke: z.string().optional().describe('The action to invoke.'),
  input: json.optional(),
  sends: z.strictObject({ request: requestLine, body: json.optional() }),
});

const device = z.strictObject({
  id: z.string(),
  title: z.string(),
  types: z.array(z.string()).optional(),
  available: z.boolean().default(true),
  values: z
    .record(z.string(), json)
    .describe('By property; one with a unit as a text, such as `21.5 °C`.'),
});

/** A poll: what the vendor answers, and the devices that it leads to. */
const recordedCase = z.strictObject({
  name: z.string(),
  source: z.url().describe('Where the answers are printed.'),
  client: z.record(z.string(), json).default({}).describe('Besides the sample.'),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe('Headers that each request must have.'),
  answers: z.array(answer).min(1),
  devices: z.array(device).min(1),
  writes: z.array(write).default([]),
});
export type RecordedCase = z.output<typeof recordedCase>;

/** `recorded.yaml`: answers of a vendor as its documentation prints them. */
export const recorded = z.strictObject({ cases: z.array(recordedCase).min(1) });
