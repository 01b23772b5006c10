import { Misconfigured, Rejected, Unavailable } from '@trellis/connector-sdk';
import {
  exceptionText,
  isAcknowledged,
  isIllegalValue,
  isOutOfReach,
  isUnsupported,
} from './protocol/exceptions.js';
import { checkWritten, writeRequest } from './protocol/requests.js';
import type { Command } from './reading/abilities.js';
import { outOfReach } from './reading/read.js';
import type { Remote } from './remote.js';

/** Writes the registers of a command, in order. */
export async function send(
  remote: Remote,
  { host, unit, pauseMs, writes }: Command,
): Promise<void> {
  const connection = await remote.connect(host);
  for (const write of writes) {
    const pdu = writeRequest(write);
    const answer = await connection.request({ unit, pdu, pauseMs });
    if ('pdu' in answer) checkWritten(pdu, answer.pdu);
    else if (!isAcknowledged(answer.exception)) throw refusal(unit, answer.exception);
  }
}

function refusal(unit: number, exception: number) {
  if (isOutOfReach(exception)) return outOfReach(unit, exception);
  const text = `Unit ${unit} refuses what is written (${exceptionText(exception)}).`;
  if (isIllegalValue(exception)) return new Rejected(text);
  return isUnsupported(exception)
    ? new Misconfigured(text, { cause: 'value_not_there' })
    : new Unavailable(text, { cause: 'refused_by_server', sent: false });
}

/** Merges the commands of two writes to one device. */
export const merge = (first: Command, second: Command): Command | undefined =>
  first.host === second.host && first.unit === second.unit
    ? { ...first, writes: [...first.writes, ...second.writes] }
    : undefined;
