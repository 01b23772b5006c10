import {
  ConnectorFailure,
  DeviceUnavailable,
  groupBy,
  Misconfigured,
  pollEach,
  type Device,
  type DeviceProblem,
  Unavailable,
  type Poll,
} from '@trellis/connector-sdk';
import { sunspec } from './configuration.js';
import { readDescribed } from './described.js';
import type { Command } from './reading/abilities.js';
import type { Found, UnitSettings } from './reading/unit.js';
import type { Remote } from './remote.js';
import { readSunSpec } from './sunspec/read.js';

/** How long the devices of one host may take together, and after which time no other one is read (ms). */
const hostTimeoutMs = 28_000;
const lastUnitAfterMs = 20_000;

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
  const startedAt = performance.now();
  for (const settings of units) {
    try {
      if (performance.now() - startedAt > lastUnitAfterMs) throw outOfTime();
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

const outOfTime = () =>
  new Unavailable('The devices before it took too long.', { cause: 'poll_timeout' });

async function readUnit(
  { context, connect }: Remote,
  settings: UnitSettings,
  isForCommand = false,
): Promise<Found> {
  const { instance, memory } = context;
  const { host, model } = settings;
  const described = instance.devices.find(({ name }) => name === model);
  const isDescribed = model === sunspec ? instance.sunspec !== 'off' : described !== undefined;
  if (!isDescribed) {
    throw new Misconfigured(`The instance does not describe the model ${model} any more.`, {
      cause: 'configuration_invalid',
    });
  }
  const reading = { connection: await connect(host), settings, memory, isForCommand };
  return described
    ? readDescribed(described, reading)
    : readSunSpec({ ...reading, withControls: instance.sunspec === 'control' });
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
