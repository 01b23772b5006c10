import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ModelUnit, type ReadModel, UnreadableModel } from '@trellis/building-models';

/** The largest model as JSON (bytes): a short text may have a long prefix in each of its statements. */
const maxBytes = 32 * 1024 * 1024;
const partBytes = 512 * 1024;

/** Returns a model as JSON in parts: all but its units, then lists of them; throws {@link UnreadableModel}. */
export function toParts({ units, ...rest }: ReadModel): string[] {
  const parts: string[] = [];
  let room = maxBytes;
  const add = (value: unknown): string => {
    const json = JSON.stringify(value);
    room -= Buffer.byteLength(json);
    if (room >= 0) return json;
    throw new UnreadableModel(`The units of a model may have at most ${maxBytes} bytes; split it.`);
  };
  parts.push(add(rest));
  let list: string[] = [];
  let end = room - partBytes;
  for (const unit of units) {
    list.push(add(unit));
    if (room > end) continue;
    parts.push(`[${list.join()}]`);
    list = [];
    end = room - partBytes;
  }
  parts.push(`[${list.join()}]`);
  return parts;
}

/** Parses each part in a turn of the event loop, so that other requests come in between. */
export async function parseParts([rest, ...lists]: readonly string[]): Promise<ReadModel> {
  const units: ModelUnit[] = [];
  for (const list of lists) {
    await yieldToEventLoop();
    for (const unit of JSON.parse(list) as ModelUnit[]) units.push(unit);
  }
  return { ...(JSON.parse(rest!) as Omit<ReadModel, 'units'>), units };
}
