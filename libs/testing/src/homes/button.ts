import { connectAsync } from 'mqtt';

/** A button of a home. */
interface Button {
  press(): void;
  stop(): Promise<void>;
}

const stateTopic = 'button/state';

/** The announcement of the button for Home Assistant's MQTT discovery. */
const announcement = {
  name: null,
  unique_id: 'button',
  device: { identifiers: ['button'], name: 'Button' },
  event_types: ['single'],
  state_topic: stateTopic,
};

/** Announces a button on a broker, which retains that, but no press. */
export async function startButton(url: string): Promise<Button> {
  const client = await connectAsync(url.replace('localhost', '127.0.0.1'));
  client.on('error', () => undefined);
  const topic = 'homeassistant/event/button/config';
  await client.publishAsync(topic, JSON.stringify(announcement), { retain: true, qos: 1 });
  return {
    press: () => void client.publish(stateTopic, JSON.stringify({ event_type: 'single' })),
    async stop() {
      await client.endAsync(true);
    },
  };
}
