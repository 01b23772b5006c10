import type { Memory } from '@trellis/connector-sdk';
import { toAbility, valueIn } from '../reading/abilities.js';
import { decode } from '../reading/decode.js';
import { rangesOf, type Laid, type Located } from '../reading/layout.js';
import { presentProperties } from '../reading/present.js';
import { readRanges, type Image, type Unit } from '../reading/read.js';
import { requireIdentity, type Found, type Reading } from '../reading/unit.js';
import { isDefined, partsOf, type Part } from './layout.js';
import { modelsIn, modelsText, registersAt, walkModels, type Model } from './models.js';

/** SunSpec has no gaps that cannot be read, within a model. */
const limits = { max_registers: 125, max_gap: 40, pause_ms: 0 };

interface SunSpecReading extends Reading {
  /** Whether settings can be written. */
  withControls: boolean;
}

/** Reads an inverter, a meter or a battery with SunSpec. */
export async function readSunSpec(reading: SunSpecReading): Promise<Found> {
  const { connection, memory, withControls, settings } = reading;
  const { id, unit, host } = settings;
  const target = { host, unit, pauseMs: limits.pause_ms };
  const { parts, image, common } = await readModels(
    { connection, unit, limits },
    { memory, name: `sunspec ${id}`, withControls },
  );
  const { maker, model, serial, version } = aboutDevice(image, common);
  await requireIdentity(memory, {
    unit: id,
    value: serial === undefined ? undefined : `${maker} ${serial}`,
  });
  const title = [maker, model].filter(Boolean).join(' ') || `Modbus ${unit}`;
  const description = version === undefined ? undefined : `Version ${version}`;
  const devices = [];
  for (const [index, part] of parts.entries()) {
    const suffix = part.number === 1 ? part.name : `${part.name}-${part.number}`;
    const present = await presentProperties(memory, {
      unit: `${id}/${suffix}`,
      laid: part.laid,
      hasValue: ({ value }) => valueIn(image, value)?.value !== undefined,
    });
    devices.push({
      id: `${id}/${suffix}`,
      title: parts.length === 1 ? title : `${title} (${suffix})`,
      description,
      identifiers: serial !== undefined && index === 0 ? [{ type: 'serial', value: serial }] : [],
      abilities: present.map((one) => toAbility(one, image, target)),
    });
  }
  return { devices, failures: [] };
}

const commonId = 1;
/** Without its last members, which some devices leave out. */
const commonLength = 64;

interface Read {
  parts: Part[];
  image: Image;
  /** The model with the name and the serial number. */
  common: Model | undefined;
}

/** Reads the points of all models, whose addresses are remembered; they may change with the firmware. */
async function readModels(
  unit: Unit,
  { memory, name, withControls }: { memory: Memory; name: string; withControls: boolean },
): Promise<Read> {
  const remembered = await memory.get(name);
  if (remembered !== undefined) {
    const known = modelsIn(remembered);
    const read = await readPoints(unit, known, withControls);
    if (known.filter(isRead).every((model) => isWhereItWas(model, read.image))) return read;
  }
  const models = await walkModels(unit);
  await memory.set(name, modelsText(models));
  return readPoints(unit, models, withControls);
}

async function readPoints(unit: Unit, models: Model[], withControls: boolean): Promise<Read> {
  const parts = partsOf(models, withControls);
  const common = models.find(({ id, length }) => id === commonId && length >= commonLength);
  const laid: Laid[] = parts.flatMap((part) => part.laid);
  const image = await readRanges(unit, [
    ...models.filter(isRead).map(({ at }) => registersAt(at, 2)),
    ...(common ? Object.values(textsOf(common)) : []),
    ...laid.flatMap(({ value }) => rangesOf(value)),
  ]);
  return { parts, image, common };
}

function isWhereItWas({ id, at, length }: Model, image: Image): boolean {
  const header = image.words(registersAt(at, 2));
  return header?.[0] === id && header[1] === length;
}

const isRead = ({ id }: Model): boolean => id === commonId || isDefined(id);

/** Model 1: manufacturer, model, version and serial number. */
const textsOf = ({ at }: Model) => ({
  maker: text(at + 2, 16),
  model: text(at + 18, 16),
  version: text(at + 42, 8),
  serial: text(at + 50, 16),
});

const text = (address: number, length: number): Located => ({
  ...registersAt(address, length),
  type: 'string',
  order: 'ABCD',
  bit: 0,
  bits: 1,
  nothing: [],
});

type About = Partial<Record<keyof ReturnType<typeof textsOf>, string | undefined>>;

function aboutDevice(image: Image, common: Model | undefined): About {
  if (!common) return {};
  const read = (located: Located): string | undefined => {
    const words = image.words(located);
    const value = words && decode(located, words);
    return typeof value === 'string' ? value : undefined;
  };
  const { maker, model, version, serial } = textsOf(common);
  return { maker: read(maker), model: read(model), version: read(version), serial: read(serial) };
}
