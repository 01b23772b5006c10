import { changesTopic, developerOf } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';

/**
 * Publishes the hint that resources of a developer may have changed. It is called after the commit, and neither delays nor
 * fails the caller.
 */
export type PublishChangesHint = (developer: string) => void;

/** The time within which hints of one developer are combined (ms). */
const debounceMs = 20;

export function changesHintPublisher(broker: Broker): PublishChangesHint {
  const waiting = new Set<string>();
  return (developer) => {
    if (waiting.has(developer)) return;
    waiting.add(developer);
    setTimeout(() => {
      waiting.delete(developer);
      void broker.hints.publish(changesTopic(developer));
    }, debounceMs).unref();
  };
}

type Handle<Needs, Calls, Rest extends unknown[], Result> = (
  needs: Needs,
  calls: Calls,
  ...rest: Rest
) => Promise<Result>;

/** Wraps a handler so that it publishes hints after it has executed its calls. */
export const withHint =
  <Needs, Calls, Rest extends unknown[], Result>(
    handle: Handle<Needs, Calls, Rest, Result>,
  ): Handle<Needs & { publishChangesHint: PublishChangesHint }, Calls, Rest, Result> =>
  async (needs, calls, ...rest) => {
    const result = await handle(needs, calls, ...rest);
    for (const developer of developersOf(calls)) needs.publishChangesHint(developer);
    return result;
  };

const developersOf = (calls: unknown): Set<string> =>
  new Set(
    Array.isArray(calls)
      ? calls.map(({ input }: { input: unknown }) => developerOf(input))
      : [developerOf(calls)],
  );
