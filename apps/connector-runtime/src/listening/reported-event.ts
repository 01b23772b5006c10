import { isPlainText, type DeviceEvent } from '@trellis/connector-sdk';
import { maxEventDataBytes, type Occurrence } from '@trellis/contracts';
import { v7 as newId } from 'uuid';

/** An event of a device that waits to be stored. */
export interface ReportedEvent extends Omit<Occurrence, 'thing'> {
  device: string;
  /** Size of its data. */
  bytes: number;
}

/**
 * Gives an event an id, so that it is stored once however often it is published. Returns undefined for an event that no
 * thing can have. It cannot have happened after it was reported, at `now`.
 */
export function toReportedEvent(
  { device, name, data, at }: DeviceEvent,
  now: Date,
): ReportedEvent | undefined {
  const text = toJson(data);
  const isValid = isPlainText(name) && device.isWellFormed() && text !== undefined;
  const bytes = Buffer.byteLength(text ?? '');
  if (!isValid || bytes > maxEventDataBytes) return undefined;
  const occurred = at && at.getTime() >= 0 && at <= now ? at : now;
  const carried = data === undefined ? {} : { data: JSON.parse(text) as unknown };
  return { id: newId(), device, name, occurred: occurred.toISOString(), bytes, ...carried };
}

/** Returns the data of an event as JSON, an empty text for none; undefined for what JSON cannot express. */
function toJson(data: unknown): string | undefined {
  if (data === undefined) return '';
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
