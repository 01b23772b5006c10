import { connectAsync } from 'mqtt';

/** The homes of one broker, by their numbers from 0; each has one thermometer. */
export interface Thermometers {
  count: number;
  /** The prefix below which a home announces its thermometer, `discovery_prefix` of its client. */
  prefixOf(home: number): string;
  /** Publishes a new value of the thermometer of a home. */
  report(home: number, value: number): void;
  stop(): Promise<void>;
}

/** How many messages wait for the broker at once. */
const batchSize = 100;

const prefixOf = (home: number) => `home-${home}`;
const stateTopic = (home: number) => `thermometer-${home}/state`;

/** Returns the announcement of a thermometer for Home Assistant's MQTT discovery. */
const announcement = (home: number) => ({
  name: null,
  unique_id: `thermometer-${home}`,
  device: { identifiers: [`thermometer-${home}`], name: `Thermometer ${home}` },
  device_class: 'temperature',
  unit_of_measurement: '°C',
  state_topic: stateTopic(home),
  value_template: '{{ value_json.temperature }}',
});

/** Announces thermometers on a broker, which retains that, and their values. */
export async function startThermometers(url: string, count: number): Promise<Thermometers> {
  const client = await connectAsync(url.replace('localhost', '127.0.0.1'), {
    reconnectPeriod: 100,
  });
  client.on('error', () => undefined);
  const announce = async (home: number) => {
    const topic = `${prefixOf(home)}/sensor/thermometer/config`;
    const text = JSON.stringify(announcement(home));
    await client.publishAsync(topic, text, { retain: true, qos: 1 });
  };
  for (let start = 0; start < count; start += batchSize) {
    const homes = Array.from({ length: Math.min(batchSize, count - start) }, (_, n) => start + n);
    await Promise.all(homes.map(announce));
  }
  return {
    count,
    prefixOf,
    report(home, value) {
      const text = JSON.stringify({ temperature: value });
      client.publish(stateTopic(home), text, { retain: true });
    },
    async stop() {
      await client.endAsync(true);
    },
  };
}
