import { setTimeout as pause } from 'node:timers/promises';
import { startHttpServer } from '@trellis/testing';
import { describeThing, mediaType } from '../../thing-description.js';

/** A remote technology that answers every request with one thing, after a time (ms). */
const answerMs = Number(process.env.ANSWER_MS);
const description = describeThing('thing', 'Thing');

const { address } = await startHttpServer(async (_request, response) => {
  await pause(answerMs);
  response.setHeader('content-type', mediaType);
  response.end(description);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ address });
