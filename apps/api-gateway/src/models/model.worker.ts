import type { MessagePort } from 'node:worker_threads';
import {
  fromUnits,
  readModel,
  UnreadableModel,
  writeModel,
  type AccountUnit,
  type ModelText,
  type ModelType,
  type ReadModel,
  type Vocabulary,
} from '@trellis/building-models';

/** A text to read, on its way to a thread. */
export interface ReadTask extends ModelText {
  /** Receives a message when the thread starts to work. */
  started: MessagePort;
}

/** Units to write as a text. */
export interface WriteTask {
  /** JSON: passing a text on is faster than copying objects. */
  units: string;
  type: ModelType;
  vocabulary: Vocabulary;
  translates: boolean;
  started: MessagePort;
}

/** What came of a text: its units, or why it could not be read. */
export type ReadResult = { model: string } | { unreadable: string };

/** Reads the text of a model; runs in a thread. */
export async function read({ started, ...text }: ReadTask): Promise<ReadResult> {
  started.postMessage('started');
  started.close();
  try {
    const model: ReadModel = await readModel(text);
    return { model: JSON.stringify(model) };
  } catch (error) {
    if (error instanceof UnreadableModel) return { unreadable: error.message };
    throw error;
  }
}

/** Writes units as the text of a model; runs in a thread. */
export function write({ units, type, started, ...options }: WriteTask): Uint8Array {
  started.postMessage('started');
  started.close();
  const nodes = fromUnits(JSON.parse(units) as AccountUnit[], options);
  return Buffer.from([...writeModel(nodes, type)].join(''));
}
