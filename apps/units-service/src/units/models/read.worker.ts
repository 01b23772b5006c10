import { readModel, UnreadableModel, type ModelText } from '@trellis/building-models';
import { serveTasks } from '@trellis/platform/processes';
import { toParts, type ModelParts } from './parts.js';

/** The parts of a model, or the reason why it could not be read. */
export type ReadResult = ModelParts | { unreadable: string };

serveTasks(read);

async function read(text: ModelText): Promise<ReadResult> {
  try {
    return toParts(await readModel(text));
  } catch (error) {
    if (error instanceof UnreadableModel) return { unreadable: error.message };
    // The stack has no room for it.
    if (error instanceof RangeError) return { unreadable: 'The model is nested too deeply.' };
    throw error;
  }
}
