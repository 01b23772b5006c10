import type { Device } from '@trellis/connector-sdk';
import type { DescribedDevice } from './description/devices.js';
import { refusalsOf, toAbility, valueIn, type Command } from './reading/abilities.js';
import { layProperty, locate, rangesOf, type Laid, type Located } from './reading/layout.js';
import { presentProperties } from './reading/present.js';
import { readRanges } from './reading/read.js';
import { requireIdentity, type Found, type Reading } from './reading/unit.js';

interface Layout {
  laid: Laid[];
  identity: Located | undefined;
}

/** The layouts of descriptions. A configuration from the database is the same object for every poll. */
const layouts = new WeakMap<DescribedDevice, Layout>();

function layoutOf(device: DescribedDevice): Layout {
  const known = layouts.get(device);
  if (known) return known;
  const layout = {
    laid: device.properties.map((one, index) => layProperty(one, device, `properties[${index}]`)),
    identity: device.identity && locate(device.identity, device),
  };
  layouts.set(device, layout);
  return layout;
}

/** Reads a device by its description. */
export async function readDescribed(
  device: DescribedDevice,
  { connection, settings, memory, isForCommand }: Reading,
): Promise<Found> {
  const { laid, identity } = layoutOf(device);
  const { id, unit, host } = settings;
  const wanted = laid.flatMap(({ property, value }) => {
    if (isForCommand && !property.optional && !value.scale) return [];
    return rangesOf(value);
  });
  const ranges = [...wanted, ...(identity ? [identity] : [])];
  const image = await readRanges({ connection, unit, limits: device }, ranges);
  if (identity) await requireIdentity(memory, { unit: id, value: valueIn(image, identity)?.value });
  const failures = refusalsOf(laid, image, unit);
  if (image.isEmpty && failures[0]) throw failures[0];
  const target = { host, unit, pauseMs: device.pause_ms };
  const present = await presentProperties(memory, {
    unit: id,
    laid,
    hasValue: ({ value }) => valueIn(image, value)?.value !== undefined,
  });
  const { title = device.name, description, types } = device;
  const found: Device<Command> = {
    id,
    title,
    description,
    types: types ?? [],
    abilities: present.map((one) => toAbility(one, image, target)),
  };
  return { devices: [found], failures };
}
