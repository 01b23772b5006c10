import { thingsTopic, type Caller, type ThingsHint, type unitsContract } from '@trellis/contracts';
import { publishHint, type Broker, type Handlers } from '@trellis/messaging';

type UnitsHandlers = Handlers<typeof unitsContract>;

/** The calls after which something may have happened to things. */
const changing = [
  ...(['things.create', 'things.write', 'things.remove'] as const),
  ...(['things.upsert', 'things.remove_all'] as const),
];

/**
 * Has those who follow the things of a developer look when one of them may have changed. The hint
 * comes after the change and delays nobody; the events themselves are in the database.
 */
export function announcing(broker: Broker, handlers: UnitsHandlers): UnitsHandlers {
  const wrapped = { ...handlers };
  for (const name of changing) wrapped[name] = withHint(broker, handlers[name] as never) as never;
  return wrapped;
}

/** The inputs of these calls, as far as they say whose things they are about, and which. */
interface Change {
  developer?: string;
  subject?: string;
  caller?: Caller;
  id?: string;
  things?: { id: string }[];
  vanished?: string[];
}

const withHint =
  (broker: Broker, handle: (input: Change, context: unknown) => Promise<unknown>) =>
  async (input: Change, context: unknown): Promise<unknown> => {
    const output = await handle(input, context);
    const { caller, developer = caller?.developer, subject = caller?.subject } = input;
    void publishHint(broker, thingsTopic(developer!), {
      ...hintOf(input),
      ...(subject !== undefined && { subject }),
    });
    return output;
  };

/** Without ids it may be any of them. */
function hintOf({ id, things = [], vanished = [] }: Change): ThingsHint {
  const ids = [...(id === undefined ? [] : [id]), ...things.map((thing) => thing.id), ...vanished];
  return ids.length > 0 ? { things: ids } : {};
}
