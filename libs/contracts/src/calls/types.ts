import { hash } from 'node:crypto';
import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { longText, plainText } from '../text.js';
import { changeTimeouts } from '../timeouts.js';
import { expecting } from '../version.js';
import { connectorDescription, connectStep, sealed, translations } from './instances.js';

/** The connector type whose instances describe an API: descriptions can be types of an account. */
const describedType = 'http-json';

/** The beginning of the ids of types of accounts, which no connector of Trellis has. */
const prefix = 'x-';

/** The id of a type of an account. */
export const privateTypeId = z
  .string()
  .regex(/^x-[a-z0-9](-?[a-z0-9]){0,61}$/, 'Must be `x-` and lower-case letters, digits and -.');

export const isPrivateType = (typeId: string): boolean => typeId.startsWith(prefix);

/** Returns the type of the connector that does the work of a type. */
export const connectorTypeOf = (typeId: string): string =>
  isPrivateType(typeId) ? describedType : typeId;

/** The least number of a type of an account. */
const leastNumber = 2 ** 30;

/**
 * Returns the number of a type of an account. It follows from the id, so that references need no look-up; two accounts
 * have the same number for the same id.
 */
export const numberOfPrivateType = (typeId: string): number =>
  leastNumber + (Number.parseInt(hash('sha256', typeId).slice(0, 8), 16) % leastNumber);

/** The limits of a type of an account. */
export const typeLimits = {
  /** The size of a logo (bytes). */
  logoBytes: 64 * 1024,
  /** The size of a description (characters of JSON). */
  configurationLength: 256 * 1024,
  /** How many versions are retained. */
  versions: 10,
  /** How many clients try a new version. */
  trials: 5,
};

/** The media types of logos. */
export const logoTypes = ['image/png', 'image/webp', 'image/jpeg', 'image/svg+xml'] as const;
export const logoType = z.enum(logoTypes);
export type LogoType = z.infer<typeof logoType>;

const step = z.strictObject({
  ...connectStep.omit({ unless: true }).shape,
  title: plainText.max(100),
  description: longText.max(1_000),
});

/** The texts of a type that developers and end users see. */
export const typeTexts = z.object({
  name: plainText.max(64),
  description: longText.max(300).default(''),
  category: plainText.max(64).optional(),
  steps: list(step, 10).default([]),
  translations: translations.default({}),
});
export type TypeTexts = z.infer<typeof typeTexts>;

/** The outcome of a poll of a client with a version that is not stored yet. */
export const typeTrial = z.object({
  client: uuid,
  found: z.number().int().optional(),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
});
export type TypeTrial = z.infer<typeof typeTrial>;

export const privateType = typeTexts.extend({
  type_id: privateTypeId,
  number: z.number().int(),
  /** The number of the current version. */
  version: z.number().int(),
  created: z.iso.datetime(),
  /** The id of the address of its logo. */
  logo: z.string().optional(),
  /** Of the resource, for `ETag`. */
  tag: z.string(),
});
export type PrivateType = z.infer<typeof privateType>;

/** A type with its description without secrets: a `shownConfiguration`, encrypted. */
const shownType = privateType.extend({ shown: sealed });

const typeVersion = z.object({
  version: z.number().int(),
  created: z.iso.datetime(),
  name: z.string(),
  is_current: z.boolean(),
});

const onType = z.object({ caller, type_id: z.string() });

const logoFile = z.object({ type: logoType, bytes: z.base64() });

/** A change that is tried on clients first; the answer says what they would find. */
const triedChange = {
  output: z.object({ trials: z.array(typeTrial) }),
  problems: [
    'invalid_configuration',
    'trial_failed',
    'precondition_failed',
    'rate_limited',
    'not_found',
  ],
  timeoutMs: changeTimeouts.callMs,
} as const;

export const typeCalls = defineCalls({
  /** Creates a type of the account. Its description is encrypted for `connector_type_versions.configuration`. */
  'types.create': {
    input: z.object({
      caller,
      id: uuid,
      type_id: privateTypeId,
      texts: typeTexts,
      configuration: sealed,
    }),
    problems: ['invalid_configuration', 'already_exists', 'quota_exceeded'],
  },
  'types.list': { input: z.object({ caller, page }), output: pageOf(privateType) },
  'types.read': { input: onType, output: shownType },
  /** Reads the descriptions of the types of an account, in the order of their numbers. */
  'types.descriptions': {
    input: z.object({ developer: plainText }),
    output: z.array(connectorDescription),
    batched: true,
  },
  /** Makes a new version the current one. */
  'types.update': {
    ...triedChange,
    input: onType.extend({
      texts: typeTexts,
      configuration: sealed,
      force: z.boolean(),
      ...expecting,
    }),
  },
  /** Makes a retained version the current one. */
  'types.restore': {
    ...triedChange,
    input: onType.extend({ version: z.number().int(), force: z.boolean(), ...expecting }),
  },
  'types.versions': {
    input: onType,
    output: z.array(typeVersion),
  },
  'types.remove': {
    input: onType.extend(expecting),
    problems: ['instance_attached', 'precondition_failed'],
  },
  'types.put_logo': {
    input: onType.extend({ logo: logoFile, ...expecting }),
    problems: ['invalid_request', 'precondition_failed'],
  },
  'types.read_logo': { input: onType, output: logoFile.extend({ id: z.string() }) },
  /** Reads a logo by the id in its address, which nobody can guess. */
  'types.find_logo': { input: z.object({ logo: z.string() }), output: logoFile },
});
