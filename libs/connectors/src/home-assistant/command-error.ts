import { Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';

/** Messages for codes of `homeassistant/components/websocket_api/const.py`; its own texts are not passed on. */
const messages = new Map<unknown, string>([
  ['home_assistant_error', 'Home Assistant or the device failed to do this.'],
  ['invalid_format', 'Home Assistant does not accept this value.'],
  ['not_allowed', 'Home Assistant does not allow this.'],
  ['not_found', 'Home Assistant has no service for this.'],
  ['not_supported', 'The device does not support this.'],
  ['service_validation_error', 'Home Assistant does not accept this value at present.'],
  ['unauthorized', 'The user of the access token is not permitted to do this.'],
  ['unknown_command', 'This version of Home Assistant does not know the command.'],
]);

const unsupported = new Set<unknown>(['not_found', 'not_supported', 'unknown_command']);

/** Temporary errors of Home Assistant itself. */
const temporary = new Set<unknown>(['timeout', 'unknown_error', 'id_reuse']);

export class CommandError extends Rejected {
  readonly code: unknown;

  constructor(code: unknown) {
    super(messages.get(code) ?? 'Home Assistant refuses the command.', {
      cause: unsupported.has(code) ? 'no_such_command' : 'value_refused',
    });
    this.code = code;
  }
}

export const toFailure = (code: unknown): Error =>
  temporary.has(code)
    ? new Unavailable('Home Assistant failed to carry out the command.', { cause: 'server_error' })
    : new CommandError(code);

/** Returns the failure of a command that reads: the token is not sufficient, or Home Assistant does not work. */
export function toReadFailure(error: unknown): unknown {
  if (!(error instanceof CommandError)) return error;
  return error.code === 'unauthorized'
    ? new Unauthorized('The user of the access token is not permitted to read the devices.', {
        cause: 'forbidden',
      })
    : new Unavailable('Home Assistant does not list its devices.', {
        cause: 'refused_by_server',
      });
}
