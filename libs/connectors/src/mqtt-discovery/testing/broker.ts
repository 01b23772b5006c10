import { startMosquitto, type MosquittoOptions, type TestMosquitto } from '@trellis/testing';
import mqtt, { type MqttClient } from 'mqtt';
import type { RetainedMessage } from './fixtures.js';

export const credentials = { username: 'trellis', password: 'correct horse' };

/** Starts Mosquitto, which must be installed. */
export async function startBroker(options: MosquittoOptions): Promise<TestMosquitto> {
  const broker = await startMosquitto(options);
  if (!broker) throw new Error('Mosquitto is not installed.');
  return broker;
}

/** Connects a client that plays the devices. */
export const connectDevices = ({ url }: TestMosquitto, options: object = {}): Promise<MqttClient> =>
  mqtt.connectAsync(url.replace('localhost', '127.0.0.1'), { ...credentials, ...options });

/** Publishes messages one after the other, to be retained. */
export async function publishRetained(
  devices: MqttClient,
  messages: RetainedMessage[],
): Promise<void> {
  for (const { topic, payload } of messages) {
    await devices.publishAsync(topic, payload, { retain: true, qos: 1 });
  }
}
