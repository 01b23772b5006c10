import { Rejected, Unavailable } from '@trellis/connector-sdk';

/**
 * What Home Assistant answers in place of a result, by its code; its own words stay with it
 * (`homeassistant/components/websocket_api/const.py`).
 */
const refusals = new Map<unknown, string>([
  ['home_assistant_error', 'Home Assistant or the device could not do it.'],
  ['invalid_format', 'Home Assistant does not take this value.'],
  ['not_allowed', 'Home Assistant does not allow it.'],
  ['not_found', 'Home Assistant cannot do that: it knows no such service.'],
  ['not_supported', 'The device does not support it.'],
  ['service_validation_error', 'Home Assistant does not take this value now.'],
  ['unauthorized', 'The user of the access token may not do that.'],
  ['unknown_command', 'This version of Home Assistant does not know the request.'],
]);

/** Failures of its own, which may be gone next time. */
const failures = new Set<unknown>(['timeout', 'unknown_error', 'id_reuse']);

/** An answer of Home Assistant that it will not do something. */
export class Refused extends Rejected {
  readonly code: unknown;

  constructor(code: unknown) {
    super(refusals.get(code) ?? 'Home Assistant refuses the request.');
    this.code = code;
  }
}

export function refusalOf(code: unknown): Error {
  if (failures.has(code)) return new Unavailable('Home Assistant failed to do it.');
  return new Refused(code);
}
