import { testMessageTimeouts } from '@trellis/contracts';
import { z } from 'zod';
import { requireAccount } from './subscription-access.js';
import { subscriptionAttemptResource, subscriptionRow as row } from './subscription-resource.js';
import { operation, type Operation, problemsOf } from '../operation.js';

const path = '/api/v1/subscriptions';

export const subscriptionAttemptOperations: Operation[] = [
  operation.get(`${path}/:id/attempts`, {
    ...row,
    id: 'listSubscriptionAttempts',
    summary: 'Retrieve the last attempts',
    description:
      'The last ten attempts to post messages of the subscription, the latest one at the end, each with its duration, the ' +
      'status or the error, and the first 8 KiB of the answer. Needs `svc.things.admin`.',
    answer: {
      status: 200,
      body: z.array(subscriptionAttemptResource),
      problems: ['insufficient_scope'],
    },
    async handle({ connectors, caller, bearer, params: { id } }) {
      const { attempts } = await connectors('subscriptions.attempts', { caller, id });
      requireAccount(bearer);
      return { body: attempts };
    },
  }),
  operation.post(`${path}/:id/test`, {
    ...row,
    id: 'sendSubscriptionTestMessage',
    summary: 'Send a test message to the address of a subscription',
    description:
      'Sends a message of the type `test` at once, and only once, and answers with the attempt. Messages that wait stay ' +
      'where they are. Counts as a trial; an account has 60 a minute. Needs `svc.things.admin`.',
    answer: {
      status: 200,
      body: subscriptionAttemptResource,
      problems: [...problemsOf('subscriptions.test'), 'insufficient_scope'],
    },
    limits: { isTrial: true, timeoutMs: () => testMessageTimeouts.requestMs },
    audit: { resource: 'subscription' },
    async handle({ connectors, caller, bearer, params: { id }, newId }) {
      await connectors('subscriptions.read', { caller, id });
      requireAccount(bearer);
      return { body: await connectors('subscriptions.test', { caller, id, message: newId() }) };
    },
  }),
];
