import { publishHint, subscribeHints, type Broker } from '@trellis/messaging';
import type { Runtime } from '../runtime.js';

const topicOf = (interaction: string) => `interactions.${interaction}`;

/** How those who wait for interactions hear of their end, in whatever process it comes. */
export function settlements(broker: Broker): Pick<Runtime, 'settled' | 'untilSettled'> {
  return {
    settled: (interaction) => publishHint(broker, topicOf(interaction)),
    async untilSettled(interaction, wait, begin) {
      if (wait === 0) return begin();
      let settle = () => {};
      const settled = new Promise<void>((resolve) => (settle = resolve));
      const subscription = await subscribeHints(broker, topicOf(interaction), settle);
      try {
        await begin();
        const timer = setTimeout(settle, wait);
        await settled;
        clearTimeout(timer);
      } finally {
        await subscription.end();
      }
    },
  };
}
