import {
  isAllowed,
  Misconfigured,
  override,
  property as propertyAbility,
  Rejected,
  Unavailable,
  type Ability,
  type ConnectorFailure,
} from '@trellis/connector-sdk';
import { propertyOfCapability } from '../../described/capabilities.js';
import { toRemote, toValue } from '../../described/conversion.js';
import { exceptionText, isUnsupported } from '../protocol/exceptions.js';
import type { Write } from '../protocol/requests.js';
import { decode, encode, scaleOf } from './decode.js';
import type { Laid, Located } from './layout.js';
import type { Image } from './read.js';

/** A command for one device: what is written, in order. */
export interface Command {
  host: string;
  unit: number;
  pauseMs: number;
  writes: Write[];
}

export type Target = Omit<Command, 'writes'>;

/** Returns the value of registers, and the power of ten by which it was multiplied; undefined for none. */
export function valueIn(
  image: Image,
  located: Located,
): { value: unknown; scale: number } | undefined {
  const words = image.words(located);
  const scaleWord = located.scale && image.words(located.scale)?.[0];
  const scale = located.scale ? scaleWord !== undefined && scaleOf(scaleWord) : 0;
  if (!words || scale === undefined || scale === false) return undefined;
  return { value: decode(located, words, scale), scale };
}

/** Creates a property from what was read; a number without its scale cannot be written. */
export function toAbility(laid: Laid, image: Image, target: Target): Ability<Command> {
  const { property: described, value: located } = laid;
  const { capability, name, type, unit, role, title, description, minimum, maximum } = described;
  const defined = capability === undefined ? undefined : propertyOfCapability(capability);
  const own = { type, unit, role, title, description, minimum, maximum, enum: described.enum };
  const affordance = override(defined?.affordance ?? {}, own);
  const found = valueIn(image, located);
  const value = found && toValue(described, affordance, found.value);
  const write =
    laid.write &&
    ((given: unknown): Command => {
      const { table, address, multiple } = laid.write!;
      if (!isAllowed(given, affordance)) throw new Rejected('The value is out of its bounds.');
      const scale = located.scale ? found?.scale : 0;
      if (scale === undefined)
        throw new Rejected('The device does not say how the value is scaled.');
      const values = encode(located, toRemote(described, affordance, given), scale);
      return { ...target, writes: [{ table, address, values, multiple }] };
    });
  return defined
    ? (defined.make({ ...own, value, write }) as Ability<Command>)
    : propertyAbility<unknown, Command>(name!, affordance, { value, write });
}

/** Returns a failure for each exception with which properties were refused. */
export function refusalsOf(laid: readonly Laid[], image: Image, unit: number): ConnectorFailure[] {
  const refused = new Map<number, string[]>();
  for (const { at, value, property: described } of laid) {
    const ranges = [value, ...(value.scale ? [value.scale] : [])];
    const exception = ranges
      .map((range) => image.refusalOf(range))
      .find((one) => one !== undefined);
    if (exception === undefined || described.optional) continue;
    refused.set(exception, [...(refused.get(exception) ?? []), at]);
  }
  return [...refused].map(([exception, all]) => {
    const shown = all.slice(0, 5).join(', ');
    const more = all.length > 5 ? ` and ${all.length - 5} more` : '';
    const text = `Unit ${unit} refuses the registers of ${shown}${more} (${exceptionText(exception)}).`;
    return isUnsupported(exception)
      ? new Misconfigured(text, { cause: 'value_not_there', path: all[0] })
      : new Unavailable(text, { cause: 'refused_by_server' });
  });
}
