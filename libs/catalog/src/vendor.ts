import { description, parameter } from '@trellis/connectors/http-json';
import { z } from 'zod';
import { pictures } from './logo.js';

/** Kinds of technologies, with the German word. */
export const categories = {
  Appliances: 'Haushaltsgeräte',
  Bridges: 'Zentralen',
  Climate: 'Heizung und Klima',
  Energy: 'Energie',
  Lighting: 'Licht',
  Security: 'Sicherheit',
  Switches: 'Schalter und Steckdosen',
  Vehicles: 'Fahrzeuge',
  Weather: 'Wetter und Luft',
} as const;

const categoryNames = Object.keys(categories) as (keyof typeof categories)[];

const sentence = z.string().min(1).max(1_000);

const step = z.strictObject({
  title: z.string().min(1).max(100),
  description: sentence,
  when: z.enum(['before', 'after']),
});

/** A member of the configuration of the instance: a text that replaces `{name}` in the description. */
const setting = z.strictObject({
  title: z.string().min(1).max(100).optional(),
  description: sentence.optional(),
  secret: z.boolean().default(false),
  default: z.string().max(256).optional(),
  enum: z.array(z.string().max(256)).min(1).max(20).optional(),
});
export type Setting = z.output<typeof setting>;

const rate = z.strictObject({
  requests: z.int().min(1),
  per_ms: z.int().min(1_000),
});

/** An entry of the catalogue: `vendor.yaml`. */
export const vendor = z.strictObject({
  number: z
    .int()
    .min(100)
    .max(999)
    .describe('The number of its description. Never changed or reused.'),
  name: z.string().min(1).max(64),
  description: z.string().min(1).max(300).describe('A sentence for developers and end users.'),
  category: z.enum(categoryNames),
  logo: z
    .strictObject({
      picture: z.enum(pictures),
      color: z.string().regex(/^#[0-9a-f]{6}$/),
    })
    .describe('A drawing of what it connects; not the trademark of the vendor.'),
  documentation: z.url({ protocol: /^https$/ }).describe('The documentation of the API.'),
  api: z
    .strictObject({
      version: z.string().min(1).max(64),
      written: z.iso.date().describe('When the description was written.'),
    })
    .describe('The version of the API that it was written from.'),
  tested: z
    .enum(['not verified', 'from documentation', 'reported to work'])
    .describe(
      '`from documentation` needs recorded answers that were compared with those of the documentation or of public clients, ' +
        '`reported to work` somebody who uses it with real devices.',
    ),
  needs: z
    .string()
    .min(1)
    .max(200)
    .describe('What the end user needs: a key and where it is, an account, an address.'),
  settings: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), setting)
    .default({})
    .describe('The configuration of the instance, such as the `client_id` of an app.'),
  sample: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .default({})
    .describe('Examples of parameters without a default.'),
  interval_ms: z.int().min(1_000).describe('The time between two polls, unless a client says.'),
  limits: z
    .strictObject({ instance: rate.optional(), client: rate.optional() })
    .default({})
    .describe('Limits of the vendor, per application and per end user.'),
  announced: z
    .array(
      z.strictObject({
        type: z.string().regex(/^_[a-z0-9-]+\._(tcp|udp)$/),
        configuration: z.record(z.string(), z.string()),
      }),
    )
    .default([])
    .describe('Services by which it is found in a home (DNS-SD).'),
  steps: z.array(step).max(10).default([]).describe('What end users do besides the form.'),
  translations: z
    .strictObject({ de: z.record(z.string(), z.string()) })
    .describe('All texts that end users see, in German.'),
  configuration: z
    .custom<z.input<typeof description>>((given) => typeof given === 'object' && given !== null)
    .describe('The description of the API, as of a type of an account.'),
});
export type Vendor = z.output<typeof vendor>;

/** A vendor with its id, the name of its folder. */
export interface Entry extends Vendor {
  id: string;
}

/** Returns the parameter that is the address of a device at home; undefined for a cloud. */
export function homeParameter({ configuration: { base_url, parameters = {} } }: Entry) {
  const [name] =
    Object.entries(parameters).find(
      ([name, { type, enum: options }]) =>
        type === 'host' && !options && base_url.includes(`{${name}}`),
    ) ?? [];
  return name;
}

export type Parameters = Record<string, z.output<typeof parameter>>;
