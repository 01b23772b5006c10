import { expect, test } from '@jest/globals';
import { Problem, problems, type ProblemCode } from './problems.js';

/** As docs/interface.md promises them to programs: statuses, and what a caller can do. */
const promised: Record<string, [status: number, remedy?: string]> = {
  invalid_request: [400],
  unknown_connector_type: [400],
  invalid_configuration: [400, 'fix-configuration'],
  no_connector_instance: [400],
  unknown_reference: [400],
  authorization_expired: [400, 'reauthorize'],
  authorization_needed: [409, 'reauthorize'],
  other_browser: [400, 'reauthorize'],
  invalid_json_ld: [400],
  answer_too_large: [400],
  invalid_client: [401],
  invalid_token: [401],
  not_signed_in: [401],
  sign_in_failed: [401],
  environment_deleted: [403],
  two_factor_needed: [403],
  insufficient_role: [403],
  other_person: [403],
  insufficient_scope: [403],
  bound_to_subject: [403],
  origin_not_allowed: [403],
  quota_exceeded: [403],
  not_found: [404],
  method_not_allowed: [405],
  already_exists: [409],
  unit_cycle: [409],
  clients_attached: [409],
  instance_attached: [409],
  no_mail_server: [409],
  last_owner: [409],
  made_by_connector: [409],
  creator_removed: [409],
  superseded: [409],
  client_paused: [409, 'resume'],
  device_unavailable: [409],
  not_writable: [409],
  no_callback: [409],
  interaction_ended: [409],
  not_supported: [409],
  no_sweep_held: [409],
  position_gone: [410],
  erasure_under_way: [409, 'wait'],
  idempotency_key_in_use: [409, 'retry'],
  precondition_failed: [412],
  body_too_large: [413],
  unsupported_media_type: [415],
  idempotency_key_reused: [422],
  trial_failed: [422, 'fix-configuration'],
  remote_rejected: [422],
  rate_limited: [429, 'retry'],
  removal_failed: [500, 'retry'],
  internal: [500],
  remote_unauthorized: [502, 'reauthorize'],
  remote_misconfigured: [502, 'fix-configuration'],
  another_device: [502, 'fix-configuration'],
  outcome_unknown: [502],
  unknown_call: [503, 'retry'],
  unavailable: [503, 'retry'],
  timeout: [504, 'retry'],
};

test('problems have the statuses and remedies that are promised', () => {
  const actual = Object.entries(problems).map(([code, problem]) => [
    code,
    'remedy' in problem ? [problem.status, problem.remedy] : [problem.status],
  ]);
  expect(Object.fromEntries(actual)).toEqual(promised);
});

test.each(['of a newer service', 'constructor', 'toString', '__proto__'])(
  'a code that is not known arrives as internal: %s',
  (code) => {
    const data = { code: code as ProblemCode, detail: 'What happened.' };
    expect(Problem.fromData(data).toData()).toEqual({ code: 'internal', detail: 'What happened.' });
  },
);

test('a problem without a stack costs others none of theirs', () => {
  const problem = Problem.withoutStack('rate_limited', 'Too many.', { retry_after: 1 });
  expect(problem.stack).not.toMatch('\n');
  expect(problem.toData()).toEqual({ code: 'rate_limited', detail: 'Too many.', retry_after: 1 });
  expect(new Problem('not_found', 'Nothing.').stack).toMatch(/problems\.test\.ts/);
});

test('a problem arrives as it was sent', () => {
  const data = { code: 'unit_cycle' as const, detail: 'A ring.', cycle: ['a', 'b'] };
  expect(Problem.fromData(data).toData()).toEqual(data);
});
