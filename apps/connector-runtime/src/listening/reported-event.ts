import { isPlainText, type DeviceEvent } from '@trellis/connector-sdk';
import { maxEventDataBytes, type Occurrence } from '@trellis/contracts';
import { v7 as newId } from 'uuid';

/** What has happened to a device, as it waits to be stored. */
export interface HeardEvent extends Omit<Occurrence, 'thing'> {
  device: string;
  /** Of what it carries. */
  bytes: number;
}

/**
 * An event with an id, so that it is stored once however often it is handed over; undefined for one that no thing
 * could have. It cannot have happened after it was heard, at `now`.
 */
export function toHeardEvent(
  { device, name, data, at }: DeviceEvent,
  now: Date,
): HeardEvent | undefined {
  const text = toJson(data);
  const isValid = isPlainText(name) && device.isWellFormed() && text !== undefined;
  const bytes = Buffer.byteLength(text ?? '');
  if (!isValid || bytes > maxEventDataBytes) return undefined;
  const occurred = at && at.getTime() >= 0 && at <= now ? at : now;
  return {
    id: newId(),
    device,
    name,
    occurred: occurred.toISOString(),
    bytes,
    ...(data !== undefined && { data: JSON.parse(text) as unknown }),
  };
}

/** The JSON text of what an event carries, empty for nothing; undefined where it is not JSON. */
function toJson(data: unknown): string | undefined {
  if (data === undefined) return '';
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
