import { thingsTopic, type unitsContract } from '@trellis/contracts';
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

type About = { developer: string } | { caller: { developer: string } };

const withHint =
  (broker: Broker, handle: (input: About, context: unknown) => Promise<unknown>) =>
  async (input: About, context: unknown): Promise<unknown> => {
    const output = await handle(input, context);
    const { developer } = 'caller' in input ? input.caller : input;
    void publishHint(broker, thingsTopic(developer));
    return output;
  };
