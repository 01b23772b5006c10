import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleState, type Expose } from './example-state.js';

export interface Message {
  topic: string;
  payload: string;
}

/** A device that Zigbee2MQTT knows, with its announcements and published states. */
export interface KnownDevice {
  model: string;
  /** Its address in the network, such as `0x0000000000000001`. */
  address: string;
  /** Whether it tells what was pressed. */
  isRemote: boolean;
  /** Retained by its defaults, before the device has sent anything. */
  announcements: Message[];
  /** Announcements of what the device has sent, such as that a button was pressed. */
  laterAnnouncements: Message[];
  /** Its entry in the list of devices at `bridge/devices`. */
  description: object;
  /** Not retained by its defaults. */
  states: Message[];
}

/** The version of Zigbee2MQTT that is tested. */
export const zigbee2mqttVersion = '2.14.1';

/** Returns the id of a device as MQTT discovery finds it. */
export const idOf = ({ address }: KnownDevice): string => `device:zigbee2mqtt_${address}`;

/** Installs Zigbee2MQTT from the npm registry in a folder of its own, once for each version. */
export function installZigbee2mqtt(version: string): string {
  const folder = join(tmpdir(), `trellis-zigbee2mqtt-${version}`);
  if (existsSync(join(folder, 'configuration.yaml'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...install, `zigbee2mqtt@${version}`], { cwd: folder, stdio: 'inherit' });
  // Its defaults, with the announcements for Home Assistant.
  const configuration = 'mqtt: { server: mqtt://localhost }\nhomeassistant: { enabled: true }\n';
  writeFileSync(join(folder, 'configuration.yaml'), configuration);
  return folder;
}

/** A definition of a device in `zigbee-herdsman-converters`, as far as it is used here. */
interface Definition {
  model: string;
  vendor: string;
  exposes: Expose[] | ((device: object, options: object) => Expose[]);
}

/** The extension of Zigbee2MQTT that announces devices, as far as it is used here. */
interface Extension {
  start(): Promise<void>;
  discover(device: object): Promise<void>;
  adjustMessageBeforePublish(device: object, message: object): void;
  onPublishEntityState(data: object): Promise<void>;
}

/** Yields all devices that the installed Zigbee2MQTT knows; its own code creates the messages. */
export async function* devicesOfZigbee2mqtt(folder: string): AsyncGenerator<KnownDevice> {
  process.env.ZIGBEE2MQTT_DATA = folder;
  const require = createRequire(join(folder, 'package.json'));
  const { default: HomeAssistant } = require('zigbee2mqtt/dist/extension/homeassistant') as {
    default: new (...services: unknown[]) => Extension;
  };
  const { default: Device } = require('zigbee2mqtt/dist/model/device') as {
    default: new (zigbee: object) => { definition?: Definition; exposes(): Expose[] };
  };
  const { prepareDefinition } = require('zigbee-herdsman-converters') as {
    prepareDefinition(definition: unknown): Definition;
  };
  const { default: logger } = require('zigbee2mqtt/dist/util/logger') as {
    default: Record<'debug' | 'info' | 'warning' | 'error', () => void>;
  };
  for (const level of ['debug', 'info', 'warning', 'error'] as const) logger[level] = () => {};

  let sent: Message[] = [];
  let current: object | undefined;
  const services = createServices({
    publish: (message) => {
      if (isPublishable(message)) sent.push(message);
    },
    current: () => current,
  });
  const extension = new HomeAssistant(...services);
  await extension.start();
  /** Returns the messages about a device since the last call; others are about the bridge. */
  const take = (address: string) => {
    const taken = sent;
    sent = [];
    return taken.filter(({ topic }) => topic.includes(address));
  };

  let index = 0;
  for (const definition of definitionsIn(require, folder)) {
    index += 1;
    const address = `0x${index.toString(16).padStart(16, '0')}`;
    const device = new Device(zigbeeDevice(address));
    current = device;
    device.definition = prepareDefinition(definition);
    const { vendor, model } = device.definition;
    await extension.discover(device);
    const announcements = take(address);
    const state = exampleState(device.exposes());
    extension.adjustMessageBeforePublish(device, state);
    await extension.onPublishEntityState({ entity: { name: address }, message: state });
    const [laterAnnouncements, others] = partition(take(address));
    const states = [{ topic: `zigbee2mqtt/${address}`, payload: JSON.stringify(state) }, ...others];
    const description = {
      ieee_address: address,
      friendly_name: address,
      definition: { model, vendor, exposes: device.exposes() },
    };
    yield {
      model: `${vendor} ${model}`,
      address,
      isRemote: device.exposes().some(isOfActions),
      announcements,
      laterAnnouncements,
      description,
      states,
    };
  }
}

/** An action such as `single`; `recall_*` stands for many, which only a press shows. */
const isOfActions = ({ name, values = [] }: Expose): boolean =>
  name === 'action' && values.some((value) => !String(value).includes('*'));

/** A broker closes the connection after a topic with a wildcard, which one entity of LiXee's ZLinky has. */
const isPublishable = ({ topic }: Message): boolean => !/[+#]/.test(topic);

const partition = (messages: Message[]): [Message[], Message[]] => [
  messages.filter(({ topic }) => topic.endsWith('/config')),
  messages.filter(({ topic }) => !topic.endsWith('/config')),
];

function* definitionsIn(require: NodeJS.Require, folder: string): Generator<unknown> {
  const devices = join(folder, 'node_modules/zigbee-herdsman-converters/dist/devices');
  for (const file of readdirSync(devices).sort()) {
    if (!file.endsWith('.js') || file === 'index.js') continue;
    const { definitions = [] } = require(join(devices, file)) as { definitions?: unknown[] };
    yield* definitions;
  }
}

/** Returns a device of the network before anything was read from it. */
const zigbeeDevice = (address: string) => ({
  isDummyDevice: true,
  ieeeAddr: address,
  type: 'EndDevice',
  interviewState: 'SUCCESSFUL',
  endpoints: [],
  getEndpoint: (id: number) => ({ ID: id, name: String(id) }),
  customClusters: {},
  meta: {},
});

/** Creates the arguments of an extension of Zigbee2MQTT: network, broker, state and event bus. */
function createServices({
  publish,
  current,
}: {
  publish: (message: Message) => void;
  current: () => object | undefined;
}): unknown[] {
  const zigbee = {
    getCoordinatorVersion: async () => ({ type: 'zStack', meta: { revision: 1 } }),
    firstCoordinatorEndpoint: () => ({ deviceIeeeAddress: '0xffffffffffffffff' }),
    devicesIterator: () => [],
    groupsIterator: () => [],
    devicesAndGroupsIterator: () => [],
    resolveEntity: current,
  };
  const mqtt = {
    subscribe: async () => undefined,
    unsubscribe: async () => undefined,
    publish: async (topic: string, payload: string, { baseTopic = 'zigbee2mqtt' } = {}) =>
      publish({ topic: `${baseTopic}/${topic}`, payload }),
  };
  const eventBus = new Proxy({}, { get: () => () => undefined });
  return [zigbee, mqtt, {}, async () => undefined, eventBus];
}
