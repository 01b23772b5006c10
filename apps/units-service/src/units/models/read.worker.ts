import { readModel, UnreadableModel, type ModelText } from '@trellis/building-models';
import type { MessagePort } from 'node:worker_threads';
import { toParts, type ModelParts } from './parts.js';

/** The parts of a model, or the reason why it could not be read. */
export type ReadResult = ModelParts | { unreadable: string };

/** Reads the text of a model; runs in a thread. */
export default async function read({
  started,
  ...text
}: ModelText & { started: MessagePort }): Promise<ReadResult> {
  started.postMessage('started');
  started.close();
  try {
    return toParts(await readModel(text));
  } catch (error) {
    if (error instanceof UnreadableModel) return { unreadable: error.message };
    // The stack has no room for it.
    if (error instanceof RangeError) return { unreadable: 'The model is nested too deeply.' };
    throw error;
  }
}
