import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@trellis/testing';
import { connectAsync } from 'mqtt';

/** A device in the database of Zigbee2MQTT, with one endpoint. */
export interface ZigbeeDevice {
  type: 'Router' | 'EndDevice';
  ieeeAddr: string;
  nwkAddr: number;
  manufName: string;
  modelId: string;
  /** Numbers of the clusters that it has, and of those that it commands (Zigbee Cluster Library). */
  inClusterList: number[];
  outClusterList: number[];
}

export interface Zigbee2mqtt {
  /** Makes a device report attributes of a cluster, by the names of zigbee-herdsman. */
  report(device: ZigbeeDevice, cluster: string, attributes: Record<string, number>): void;
  /** Makes a device send a command of a cluster, as a remote control does. */
  command(device: ZigbeeDevice, cluster: string, command: string): void;
  /** Returns the attributes that a device has, by cluster. */
  stateOf(device: ZigbeeDevice): DeviceState['state'];
  /** Gives a device another name, as a user does. */
  rename(device: ZigbeeDevice, name: string): Promise<void>;
  stop(): Promise<void>;
}

interface DeviceState {
  device: number;
  state: Record<string, Record<string, unknown>>;
}

const simulation = fileURLToPath(new URL('simulated-zigbee.mjs', import.meta.url));

/** Starts an installed Zigbee2MQTT, whole but for its radio, with devices that have joined before. */
export async function startZigbee2mqtt(
  folder: string,
  { brokerUrl, devices }: { brokerUrl: string; devices: ZigbeeDevice[] },
): Promise<Zigbee2mqtt> {
  const address = brokerUrl.replace('localhost', '127.0.0.1');
  const data = mkdtempSync(join(tmpdir(), 'trellis-zigbee2mqtt-data-'));
  writeFileSync(join(data, 'configuration.yaml'), JSON.stringify(configuration(address)));
  writeFileSync(join(data, 'database.db'), databaseOf(devices));
  const program = fork(join(folder, 'node_modules/zigbee2mqtt/cli.js'), {
    env: { ...process.env, ZIGBEE2MQTT_DATA: data, ZIGBEE2MQTT_FOLDER: folder },
    // In a Git repository it would build itself anew.
    cwd: folder,
    execArgv: ['--import', simulation],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  process.on('exit', () => program.kill('SIGKILL'));
  let output = '';
  program.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  program.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const states = new Map<number, DeviceState['state']>();
  program.on('message', ({ device, state }: DeviceState) => states.set(device, state));
  await waitFor(() => {
    if (program.exitCode !== null) throw new Error(`Zigbee2MQTT ended: ${output}`);
    return output.includes('Zigbee2MQTT started!');
  });
  return {
    report: ({ nwkAddr }, cluster, attributes) =>
      void program.send({ device: nwkAddr, cluster, attributes }),
    command: ({ nwkAddr }, cluster, command) =>
      void program.send({ device: nwkAddr, cluster, command }),
    stateOf: ({ nwkAddr }) => states.get(nwkAddr) ?? {},
    async rename({ ieeeAddr }, name) {
      const user = await connectAsync(address);
      const request = JSON.stringify({ from: ieeeAddr, to: name });
      await user.publishAsync('zigbee2mqtt/bridge/request/device/rename', request, { qos: 1 });
      await user.endAsync();
    },
    async stop() {
      const ended = once(program, 'exit');
      program.kill();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Its defaults, with the announcements for Home Assistant, and a network that exists. */
const configuration = (server: string) => ({
  version: 5,
  mqtt: { server },
  serial: { port: '/dev/null', adapter: 'zstack' },
  homeassistant: { enabled: true },
  frontend: { enabled: false },
  advanced: {
    log_output: ['console'],
    channel: 11,
    pan_id: 6754,
    ext_pan_id: Array.from({ length: 8 }, () => 0xdd),
    network_key: Array.from({ length: 16 }, (_, index) => index),
  },
});

const interviewed = { epList: [1], interviewCompleted: true, interviewState: 'SUCCESSFUL' };

/** Returns the database of zigbee-herdsman: one line of JSON for each device. */
function databaseOf(devices: ZigbeeDevice[]): string {
  const coordinator = {
    ...interviewed,
    id: 1,
    type: 'Coordinator',
    ieeeAddr: '0x00124b0000000000',
    nwkAddr: 0,
    endpoints: { 1: endpoint({ inClusterList: [], outClusterList: [] }) },
  };
  const joined = devices.map(({ inClusterList, outClusterList, ...device }, index) => ({
    ...interviewed,
    ...device,
    id: index + 2,
    powerSource: device.type === 'Router' ? 'Mains (single phase)' : 'Battery',
    endpoints: { 1: endpoint({ inClusterList, outClusterList }) },
  }));
  return [coordinator, ...joined].map((one) => `${JSON.stringify(one)}\n`).join('');
}

const homeAutomation = 0x0104;

const endpoint = (clusters: Pick<ZigbeeDevice, 'inClusterList' | 'outClusterList'>) => ({
  ...clusters,
  epId: 1,
  profId: homeAutomation,
  clusters: {},
  binds: [],
  configuredReportings: [],
});
