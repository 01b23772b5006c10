import {
  ConnectorFailure,
  DeviceUnavailable,
  groupBy,
  pollEach,
  type Device,
  type DeviceProblem,
  type Poll,
} from '@trellis/connector-sdk';
import { sunspec } from './configuration.js';
import { readDescribed } from './described.js';
import type { Command } from './reading/abilities.js';
import type { Found, UnitSettings } from './reading/unit.js';
import type { Remote } from './remote.js';
import { readSunSpec } from './sunspec/read.js';

/** How long the devices of one host may take together (ms). */
const hostTimeoutMs = 28_000;

/** Reads all devices, those of a host one after the other. */
export async function poll(remote: Remote): Promise<Poll<Command>> {
  const hosts = groupBy(remote.units, ({ host }) => host);
  /** The units of which it is known whether they are there. */
  const known = new Set<string>();
  const { devices, problems } = await pollEach(
    [...hosts.keys()],
    (host) => pollHost(remote, hosts.get(host)!, known),
    { timeoutMs: hostTimeoutMs },
  );
  return { devices, problems, complete: known.size === remote.units.length };
}

async function pollHost(
  remote: Remote,
  units: UnitSettings[],
  known: Set<string>,
): Promise<Poll<Command>> {
  const devices: Device<Command>[] = [];
  const problems: DeviceProblem[] = [];
  for (const settings of units) {
    try {
      const found = await readUnit(remote, settings);
      devices.push(...found.devices);
      problems.push(...found.failures.map((failure) => ({ device: settings.id, failure })));
      known.add(settings.id);
    } catch (failure) {
      if (!(failure instanceof ConnectorFailure)) throw failure;
      // A gateway that answers for a device knows that it is away.
      if (failure instanceof DeviceUnavailable) known.add(settings.id);
      problems.push({ device: settings.id, failure });
    }
  }
  return { devices, problems };
}

async function readUnit(
  { context, connect }: Remote,
  settings: UnitSettings,
  isForCommand = false,
): Promise<Found> {
  const connection = await connect(settings.host);
  const { instance, memory } = context;
  const reading = { connection, settings, memory, isForCommand };
  if (settings.model === sunspec) return readSunSpec({ ...reading, mode: instance.sunspec });
  const described = instance.devices.find(({ name }) => name === settings.model);
  return readDescribed(described!, reading);
}

/** Finds a device for a command; reads only what the command depends on. */
export async function find(
  remote: Remote,
  { id }: { id: string },
): Promise<Device<Command> | undefined> {
  const settings = remote.units.find((unit) => id === unit.id || id.startsWith(`${unit.id}/`));
  if (!settings) return undefined;
  const { devices } = await readUnit(remote, settings, true);
  return devices.find((device) => device.id === id);
}
