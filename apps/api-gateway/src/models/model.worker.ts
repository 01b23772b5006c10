import type { MessagePort } from 'node:worker_threads';
import {
  type AccountUnit,
  fromUnits,
  type ModelText,
  type ModelType,
  readModel,
  UnreadableModel,
  type Vocabulary,
  writeModel,
} from '@trellis/building-models';
import { toParts } from './parts.js';

export interface ReadTask extends ModelText {
  does: 'read';
}

export interface WriteTask {
  does: 'write';
  /** JSON: passing a text on is faster than copying objects. */
  units: string;
  type: ModelType;
  vocabulary: Vocabulary;
  translates: boolean;
}

/** A task, with what receives a message when the thread starts to work on it. */
type StartedTask = (ReadTask | WriteTask) & { started: MessagePort };

/** The result of reading a text: its units as JSON, or the reason why it could not be read. */
export type ReadResult = { parts: string[] } | { unreadable: string };

/** Reads the text of a model, or writes one; runs in a thread. */
export default async function process(task: StartedTask): Promise<ReadResult | Uint8Array> {
  task.started.postMessage('started');
  task.started.close();
  return task.does === 'read' ? read(task) : write(task);
}

async function read(task: ReadTask): Promise<ReadResult> {
  try {
    return { parts: toParts(await readModel(task)) };
  } catch (error) {
    if (error instanceof UnreadableModel) return { unreadable: error.message };
    // The stack has no room for it.
    if (error instanceof RangeError) return { unreadable: 'The model is nested too deeply.' };
    throw error;
  }
}

function write({ units, type, vocabulary, translates }: WriteTask): Uint8Array {
  const nodes = fromUnits(JSON.parse(units) as AccountUnit[], { vocabulary, translates });
  return Buffer.from([...writeModel(nodes, type)].join(''));
}
