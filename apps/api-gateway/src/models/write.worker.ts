import type { MessagePort } from 'node:worker_threads';
import {
  type AccountUnit,
  fromUnits,
  type ModelType,
  type Vocabulary,
  writeModel,
} from '@trellis/building-models';

export interface WriteTask {
  /** JSON: passing a text on is faster than copying objects. */
  units: string;
  type: ModelType;
  vocabulary: Vocabulary;
  translates: boolean;
}

/** Writes a model; runs in a thread, which sends a message when it starts. */
export default function write({
  units,
  type,
  vocabulary,
  translates,
  started,
}: WriteTask & { started: MessagePort }): Uint8Array {
  started.postMessage('started');
  started.close();
  const nodes = fromUnits(JSON.parse(units) as AccountUnit[], { vocabulary, translates });
  return Buffer.from([...writeModel(nodes, type)].join(''));
}
