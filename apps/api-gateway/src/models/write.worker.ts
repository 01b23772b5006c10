import {
  type AccountUnit,
  fromUnits,
  type ModelType,
  type Vocabulary,
  writeModel,
} from '@trellis/building-models';
import { serveTasks } from '@trellis/platform/processes';

export interface WriteTask {
  /** The units as JSON, which is faster to pass on than objects. */
  units: string;
  type: ModelType;
  vocabulary: Vocabulary;
  translates: boolean;
}

serveTasks(({ units, type, vocabulary, translates }: WriteTask): Uint8Array => {
  const nodes = fromUnits(JSON.parse(units) as AccountUnit[], { vocabulary, translates });
  return Buffer.from([...writeModel(nodes, type)].join(''));
});
