import { connectAsync } from 'mqtt';
import { range } from '../../numbers.js';

/** Lamps on a broker that note when a message for them arrives. */
export interface Lamps {
  titles: string[];
  /** Resolves with the time of the next message for a lamp, by `performance.now()`. */
  nextMessage(lamp: number): Promise<number>;
  /** Publishes a message for a lamp on an open connection, as a bare client does. */
  publish(lamp: number): void;
  stop(): Promise<void>;
}

const titleOf = (lamp: number) => `Lamp ${lamp}`;
const commandTopic = (lamp: number) => `lamp-${lamp}/set`;
const stateTopic = (lamp: number) => `lamp-${lamp}/state`;

/** Returns the announcement of a lamp for Home Assistant's MQTT discovery. */
const announcement = (lamp: number) => ({
  name: null,
  unique_id: `lamp-${lamp}`,
  device: { identifiers: [`lamp-${lamp}`], name: titleOf(lamp) },
  command_topic: commandTopic(lamp),
  state_topic: stateTopic(lamp),
});

/** Announces lamps that do as they are told. */
export async function startLamps(url: string, count: number): Promise<Lamps> {
  const address = url.replace('localhost', '127.0.0.1');
  const lamps = await connectAsync(address);
  const publisher = await connectAsync(address);
  const waiting = new Map<string, (at: number) => void>();
  lamps.on('message', (topic, message) => {
    const at = performance.now();
    waiting.get(topic)?.(at);
    waiting.delete(topic);
    lamps.publish(topic.replace('/set', '/state'), message, { retain: true });
  });
  await lamps.subscribeAsync(range(count).map(commandTopic));
  for (const lamp of range(count)) {
    const topic = `homeassistant/light/lamp-${lamp}/config`;
    await lamps.publishAsync(topic, JSON.stringify(announcement(lamp)), { retain: true, qos: 1 });
    await lamps.publishAsync(stateTopic(lamp), 'OFF', { retain: true, qos: 1 });
  }
  return {
    titles: range(count).map(titleOf),
    nextMessage: (lamp) => new Promise((resolve) => void waiting.set(commandTopic(lamp), resolve)),
    publish: (lamp) => void publisher.publish(commandTopic(lamp), 'ON', { qos: 1 }),
    async stop() {
      await publisher.endAsync(true);
      await lamps.endAsync(true);
    },
  };
}
