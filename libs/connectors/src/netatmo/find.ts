import type { Device } from '@trellis/connector-sdk';
import type { Command, Context } from './api.js';
import { heatingDevices, noStatus } from './heating/heating.js';
import { poll, readHome, readHomes } from './poll.js';

/**
 * Finds one device. `homesdata` is enough for a command to the heating; for a module whose handle names its home, the
 * status of that home is read as well.
 */
export async function find(
  context: Context,
  { id, handle: homeId }: { id: string; handle?: string | undefined },
): Promise<Device<Command> | undefined> {
  const devices = await candidates(context, id, homeId);
  return devices.find((device) => device.id === id);
}

async function candidates(context: Context, id: string, homeId: string | undefined) {
  if (id.startsWith('home/') || id.startsWith('room/')) {
    return (await readHomes(context)).flatMap((home) => heatingDevices(home, noStatus));
  }
  if (homeId === undefined) return (await poll(context)).devices;
  const home = (await readHomes(context)).find((one) => one.id === homeId);
  return home ? readHome(context, home) : [];
}
