import {
  type ContextOf,
  defineConnector,
  type Device,
  mapYielding,
  type Poll,
  type SharedBudget,
  Unauthorized,
} from '@trellis/connector-sdk';
import { publish, readTopics } from './broker.js';
import { mergePublications, type Publication } from './component-kind.js';
import { dependsOnState } from './components/light.js';
import { brokerAddress, client, instance } from './configuration.js';
import { withConnection, type Connection } from './connection.js';
import type { DiscoverySettings } from './discovery.js';
import { isUnclear, leftOutKinds, problemsOf, stateTopics, toDevice } from './device.js';
import { findGroup, findGroups } from './find-group.js';
import type { ComponentGroup } from './grouping.js';
import { listenToBroker } from './listening/listen.js';
import type { Payloads } from './payload.js';

type Context = ContextOf<typeof instance, typeof client>;

interface Broker {
  connection: Connection;
  discovery: DiscoverySettings;
  statusTopic: string | undefined;
  isListening: boolean;
  signal: AbortSignal;
  effort: SharedBudget | undefined;
}

/** Devices that announce themselves to Home Assistant: Zigbee2MQTT, Tasmota, ESPHome and many others. */
export const mqttDiscovery = defineConnector({
  id: 2,
  typeId: 'mqtt-discovery',
  name: 'MQTT Discovery',
  description:
    'Devices on an MQTT broker that announce themselves with the discovery messages of Home ' +
    'Assistant, such as those of Zigbee2MQTT and ESPHome, and devices with Tasmota.',
  logo: 'antenna',
  category: 'Bridges',
  announced: [
    { type: '_mqtt._tcp', configuration: { broker_url: 'mqtt://{address}:{port}' } },
    { type: '_secure-mqtt._tcp', configuration: { broker_url: 'mqtts://{address}:{port}' } },
  ],
  instance: { schema: instance, sample: { broker_url: 'mqtts://broker.example:8883' } },
  client: {
    schema: client,
    keepsSecrets: ['discovery_prefix', 'status_topic', 'temperature_unit'],
    sample: {
      broker_url: 'mqtt://broker.example',
      username: 'trellis',
      password: 'a password',
      discovery_prefix: 'homeassistant',
      interval_ms: 10_000,
    },
  },

  async connect<Result>(context: Context, use: (broker: Broker) => Promise<Result>) {
    const { resolve, signal, effort, record, client: configuration } = context;
    await context.acquire();
    const broker = brokerAddress(context.instance, configuration);
    return withConnection({ broker, resolve, signal, effort, record }, (connection) =>
      use({
        connection,
        discovery: {
          prefix: configuration.discovery_prefix,
          temperatureUnit: configuration.temperature_unit,
        },
        statusTopic: configuration.status_topic,
        isListening: context.isListening,
        signal,
        effort,
      }),
    );
  },

  async poll(broker: Broker): Promise<Poll<Publication[]>> {
    const { groups, complete } = await findGroups(broker);
    const found = await mapYielding(groups, (group) => stateTopics(group), broker.signal);
    const state = await readState(broker, new Set(found.flatMap((some) => [...some])));
    const devices = await mapYielding(
      groups,
      (group) => {
        // The listener knows which message was the last.
        const isLeft = broker.isListening && isUnclear(group, state.payloads);
        return isLeft ? undefined : toPolledDevice(group, state.payloads, broker.isListening);
      },
      broker.signal,
    );
    const known = devices.filter((device) => device !== undefined);
    const refused = state.isGranted ? [] : [{ failure: unreadableState() }];
    return {
      devices: known,
      // Announcements that are not retained reach only the listener.
      complete: complete && state.complete && !broker.isListening,
      // Devices without anything to show are no failure.
      problems:
        known.length === 0
          ? []
          : [...refused, ...groups.flatMap(problemsOf), ...leftOutKinds(groups)],
      adviceIfEmpty:
        `No device has announced itself below ${broker.discovery.prefix}/ or tasmota/discovery/. If there are any, ` +
        'check that `discovery_prefix` is the one that is set in them, and that the access control list of the ' +
        'broker lets this user read their topics.',
    };
  },

  listen: (broker: Broker, emit, offer) =>
    listenToBroker(broker, { emit, offer: (find) => offer({ find, remote: broker }) }),

  /** Reads the discovery messages, which say how to command a device, and the state only if commands depend on it. */
  async find(broker: Broker, { id }) {
    const group = await findGroup(broker, id);
    if (!group?.components.some(dependsOnState)) return group && toDevice(group, new Map());
    const { payloads } = await readState(broker, stateTopics(group));
    return toDevice(group, payloads, new Map());
  },

  async send({ connection }: Broker, publications: Publication[]) {
    for (const publication of publications) await publish(connection, publication);
  },
  merge: mergePublications,
});

const readState = ({ connection }: Broker, topics: ReadonlySet<string>) =>
  readTopics(connection, {
    filters: [...topics],
    isRequired: false,
    isWanted: (topic) => topics.has(topic),
    expectedTopics: topics.size,
  });

/**
 * Creates a device from its retained messages; other values stay as they were reported. The values are left to the
 * listener while there is one: it knows when a message was sent, and reports values in their order.
 */
function toPolledDevice(
  group: ComponentGroup,
  state: Payloads,
  isListening: boolean,
): Device<Publication[]> | undefined {
  const device = toDevice(group, isListening ? new Map() : state, state);
  return device && Object.assign(device, { forgotten: [] });
}

const unreadableState = () =>
  new Unauthorized('The broker does not let this user read all topics of the devices.', {
    cause: 'acl_refused',
  });
