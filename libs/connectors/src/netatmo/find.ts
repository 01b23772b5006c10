import type { Device } from '@trellis/connector-sdk';
import type { Command, Context } from './api.js';
import { heatingDevices, noStatus } from './heating/heating.js';
import { isHeated } from './homes.js';
import { poll, readHomes } from './poll.js';

/**
 * Finds one device. Only the heating has something to set, and `homesdata` says all that a command
 * needs to know, so the status of the homes is not read.
 */
export async function find(
  context: Context,
  { id }: { id: string },
): Promise<Device<Command> | undefined> {
  const devices = isHeating(id)
    ? (await readHomes(context)).filter(isHeated).flatMap((home) => heatingDevices(home, noStatus))
    : (await poll(context)).devices;
  return devices.find((device) => device.id === id);
}

const isHeating = (id: string) => id.startsWith('home/') || id.startsWith('room/');
