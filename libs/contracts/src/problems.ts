import { z } from 'zod';
import type { FailureFacts } from './calls/failure.js';

/**
 * The problems that a request can fail with, by code: HTTP status, title (RFC 9457) and, where it is clear what the
 * caller can do, the remedy.
 */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unknown_connector_type: { status: 400, title: 'There is no such connector type' },
  invalid_configuration: {
    status: 400,
    title: 'The configuration is not valid for its connector type',
    remedy: 'fix-configuration',
  },
  no_connector_instance: { status: 400, title: 'No connector instance exists for this type' },
  unknown_reference: { status: 400, title: 'The body names a resource that does not exist' },
  authorization_expired: {
    status: 400,
    title: 'The authorization is unknown, has been used or has expired',
    remedy: 'reauthorize',
  },
  other_browser: {
    status: 400,
    title: 'The authorization was begun in another browser',
    remedy: 'reauthorize',
  },
  invalid_json_ld: { status: 400, title: 'The value is not valid JSON-LD' },
  answer_too_large: { status: 400, title: 'The answer would be too large; request fewer items' },
  invalid_client: { status: 401, title: 'The app is unknown or its secret is wrong' },
  invalid_token: { status: 401, title: 'The access token is missing or not valid' },
  not_signed_in: { status: 401, title: 'Nobody is signed in, or the session has ended' },
  sign_in_failed: { status: 401, title: 'Signing in failed' },
  insufficient_role: { status: 403, title: 'The role in the organization does not allow this' },
  environment_deleted: { status: 403, title: 'The environment was deleted' },
  two_factor_needed: {
    status: 403,
    title: 'The organization requires a second step of signing in',
  },
  insufficient_scope: { status: 403, title: 'The access token lacks a scope' },
  bound_to_subject: { status: 403, title: 'The access token is bound to one subject' },
  origin_not_allowed: { status: 403, title: 'No app lists this origin of web pages' },
  other_person: { status: 403, title: 'The invitation is for another e-mail address' },
  quota_exceeded: { status: 403, title: 'A quota has no room' },
  not_found: { status: 404, title: 'There is no such resource' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  already_exists: { status: 409, title: 'The resource already exists' },
  no_mail_server: { status: 409, title: 'The installation has no mail server' },
  last_owner: { status: 409, title: 'The organization would have no owner' },
  unit_cycle: { status: 409, title: 'The link would close a cycle' },
  no_sweep_held: { status: 409, title: 'No sweep of the client is held' },
  clients_attached: { status: 409, title: 'Clients are still attached to the instance' },
  instance_attached: { status: 409, title: 'The account has an instance of the type' },
  made_by_connector: { status: 409, title: 'The thing belongs to a connector client' },
  creator_removed: { status: 409, title: 'The creator of these things has been removed' },
  superseded: { status: 409, title: 'A later poll or write has replaced it' },
  client_paused: {
    status: 409,
    title: 'The connector client is paused',
    remedy: 'resume',
  },
  authorization_needed: {
    status: 409,
    title: 'The end user has to authorize the connector client first',
    remedy: 'reauthorize',
  },
  device_unavailable: { status: 409, title: 'The device is unavailable' },
  not_writable: { status: 409, title: 'The property cannot be written' },
  no_callback: { status: 409, title: 'The app that created the thing takes no action requests' },
  interaction_ended: { status: 409, title: 'The action already has an outcome' },
  not_supported: { status: 409, title: 'The remote technology does not support this operation' },
  erasure_under_way: {
    status: 409,
    title: 'The end user is being erased',
    remedy: 'wait',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'A request with this Idempotency-Key is under way',
    remedy: 'retry',
  },
  position_gone: {
    status: 410,
    title:
      'The changes since this position have been purged; read the lists, then continue from now',
  },
  precondition_failed: { status: 412, title: 'The resource has another version' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key belongs to a request with another body',
  },
  trial_failed: {
    status: 422,
    title: 'A poll with the new configuration failed; nothing was changed',
    remedy: 'fix-configuration',
  },
  remote_rejected: { status: 422, title: 'The remote technology rejects the value or input' },
  rate_limited: { status: 429, title: 'Too many requests', remedy: 'retry' },
  removal_failed: {
    status: 500,
    title: "Removing the client's things failed; the client stays active",
    remedy: 'retry',
  },
  internal: { status: 500, title: 'The request failed inside the service' },
  remote_unauthorized: {
    status: 502,
    title: 'The remote technology rejects the authorization',
    remedy: 'reauthorize',
  },
  remote_misconfigured: {
    status: 502,
    title: 'The configuration cannot work with the remote technology',
    remedy: 'fix-configuration',
  },
  another_device: {
    status: 502,
    title: 'Another device or bridge than before answers at the address',
    remedy: 'fix-configuration',
  },
  outcome_unknown: { status: 502, title: 'The outcome of the operation is unknown' },
  unknown_call: {
    status: 503,
    title: 'A service does not support this operation yet',
    remedy: 'retry',
  },
  unavailable: { status: 503, title: 'A dependency is not available', remedy: 'retry' },
  timeout: { status: 504, title: 'A service did not answer in time', remedy: 'retry' },
} as const satisfies Record<string, ProblemRow>;

/** An action of the caller against a problem; also used in the `error` of a connector client. */
export const remedy = z.enum(['retry', 'wait', 'reauthorize', 'fix-configuration', 'resume']);
export type Remedy = z.infer<typeof remedy>;

/** The properties that all problems of a code share. */
export interface ProblemRow {
  status: number;
  title: string;
  remedy?: Remedy | undefined;
}

export type ProblemCode = keyof typeof problems;

/** An invalid member of the input: its location (JSON Pointer, RFC 6901) and what is wrong. */
export interface MemberError {
  pointer: string;
  detail: string;
}

/** Faults of access tokens. */
export const tokenFaults = [
  'missing',
  'malformed',
  'wrong_signature',
  'expired',
  'not_yet_valid',
  'wrong_issuer',
  'wrong_audience',
  'wrong_claims',
  'revoked',
] as const;

export type TokenFault = (typeof tokenFaults)[number];

/** Details that help the caller go on. */
export interface ProblemExtras {
  errors?: MemberError[];
  /** The resource that conflicts with the request (409). */
  existing?:
    { kind: 'instance' | 'client'; id: string } | { kind: 'property'; id: string; name: string };
  /** The ids of the units along the refused cycle, which ends with the unit that it begins with. */
  cycle?: string[];
  quota?: { name: string; limit: number; used: number };
  /** The properties that were written before one of several failed. */
  written?: string[];
  /** Details of the failure of a remote technology. */
  failure?: FailureFacts;
  /** The outcomes of the polls with a change, by client. */
  trials?: {
    client: string;
    found?: number | undefined;
    error?: { code: string; detail: string } | undefined;
  }[];
  /** The remedy in this case, in place of the remedy of the code. */
  remedy?: Remedy;
  /** When to retry (s). */
  retry_after?: number;
  /** Why, where one code has several reasons, in a word: of a refused access token, its {@link TokenFault}. */
  reason?: string;
  /** The error code of RFC 6749 (section 5.2), RFC 7009, RFC 7591 or RFC 8707, where apps get access tokens or register. */
  oauth?:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_scope'
    | 'invalid_target'
    | 'invalid_redirect_uri'
    | 'invalid_client_metadata'
    | 'unsupported_grant_type'
    | 'unsupported_token_type';
  /** The account of the refused app, for the audit log only. */
  developer?: string;
  /** The address of the document that names the issuer of access tokens (RFC 9728, section 5.1). */
  resource_metadata?: string;
  scope?: string;
  allow?: string[];
}

export interface ProblemData extends ProblemExtras {
  code: ProblemCode;
  detail: string;
}

/** An expected failure. It is thrown where it occurs and sent to the caller as data. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
  }

  toData(): ProblemData {
    return { code: this.code, detail: this.message, ...this.extras };
  }

  static fromData({ code, detail, ...extras }: ProblemData): Problem {
    return Object.hasOwn(problems, code)
      ? Problem.withoutStack(code, detail, extras)
      : Problem.withoutStack('internal', detail);
  }

  /**
   * Creates a problem without a stack, which takes a tenth of the time of a refused request. For refusals in large
   * numbers, and problems of other processes, where the stack would not say who threw them.
   */
  static withoutStack(...parameters: ConstructorParameters<typeof Problem>): Problem {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return new Problem(...parameters);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}
