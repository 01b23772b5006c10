import { readModel, UnreadableModel, type ModelText } from '@trellis/building-models';
import { gunzipSync } from 'node:zlib';
import { serveTasks } from '@trellis/platform/processes';
import { toParts, type ModelParts } from './parts.js';

/** The parts of a model, or the reason why it could not be read. */
export type ReadResult = ModelParts | { unreadable: string };

export interface ReadTask extends Omit<ModelText, 'text'> {
  /** The text (gzip). */
  compressed: Uint8Array;
}

/** The maximum length of the text (bytes). */
const maxBytes = 4 * 1024 * 1024;

serveTasks(read);

async function read({ compressed, ...options }: ReadTask): Promise<ReadResult> {
  try {
    const text = gunzipSync(compressed, { maxOutputLength: maxBytes }).toString();
    return toParts(await readModel({ ...options, text }));
  } catch (error) {
    if (error instanceof UnreadableModel) return { unreadable: error.message };
    // The stack or a text has no room for it.
    if (error instanceof RangeError)
      return { unreadable: 'The model is nested too deeply, or too large.' };
    throw error;
  }
}
