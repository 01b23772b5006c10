import { Misconfigured } from '@trellis/connector-sdk';
import type { Range } from '../protocol/requests.js';
import { readBlock, type Unit } from '../reading/read.js';

/** A model in the registers of a device. */
export interface Model {
  id: number;
  /** The address of its id. */
  at: number;
  /** How many registers follow its id and its length. */
  length: number;
}

/** Where the map may begin ("SunSpec Device Information Model Specification V1.1", section 3.1). */
const bases = [40_000, 0, 50_000];
/** "SunS". */
const marker = [0x5375, 0x6e53];
const endId = 0xffff;
const maxModels = 100;
/** How many registers a table has. */
const registerCount = 0x1_0000;

export const registersAt = (address: number, length: number): Range => ({
  table: 'holding',
  address,
  length,
});

/** Finds the models of a device, from the common one to the end of the map. Throws `Misconfigured` without SunSpec. */
export async function walkModels(unit: Unit): Promise<Model[]> {
  for (const base of bases) {
    const found = await readBlock(unit, registersAt(base, marker.length));
    if (typeof found === 'number' || !marker.every((word, at) => found[at] === word)) continue;
    return modelsFrom(unit, base + marker.length);
  }
  throw new Misconfigured(
    `Unit ${unit.unit} has no SunSpec map at ${bases.join(', ')}. Check the unit, and whether SunSpec is switched on in ` +
      'the settings of the device.',
    { cause: 'value_not_there' },
  );
}

async function modelsFrom(unit: Unit, first: number): Promise<Model[]> {
  const models: Model[] = [];
  let at = first;
  while (models.length < maxModels && at + 2 <= registerCount) {
    const header = await readBlock(unit, registersAt(at, 2));
    // Some devices refuse what is after the last model.
    if (typeof header === 'number') break;
    const [id, length] = header as [number, number];
    if (id === endId || id === 0) break;
    models.push({ id, at, length: Math.min(length, registerCount - at - 2) });
    at += 2 + length;
  }
  return models;
}

/** Writes the models as a text for the memory of a client. */
export const modelsText = (models: readonly Model[]): string =>
  models.map(({ id, at, length }) => `${id}:${at}:${length}`).join(' ');

export const modelsIn = (text: string): Model[] =>
  text.split(' ').map((one) => {
    const [id = 0, at = 0, length = 0] = one.split(':').map(Number);
    return { id, at, length };
  });
