import { examineQueues } from '@trellis/messaging';
import { runDoctor } from '@trellis/platform';
import { configuration } from './configuration.js';

/** Examines what this service needs, and says how to mend what is wrong. */
await runDoctor({
  name: 'api-gateway',
  configuration,
  examine: { queues: ({ REDIS_URL }) => examineQueues(REDIS_URL) },
});
