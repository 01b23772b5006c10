import {
  ChangeTimes,
  followEvents,
  startChanges,
  startMosquitto,
  startThermometers,
  type EventsStream,
  type TestMosquitto,
} from '@trellis/testing';

export const mqttDiscovery = 'mqtt-discovery';

/** Homes whose thermometers change, all on one broker, and an app that follows the events. */
export interface Homes {
  count: number;
  broker: TestMosquitto;
  times: ChangeTimes;
  configurationOf(home: number): object;
  /** Follows the events as the app, which notes when it learns of a change. */
  follow(target: { address: string; token: string }): Promise<EventsStream>;
  /** Changes values at a rate, of all homes together, until the returned function is called. */
  change(perSecond: number): () => void;
  stop(): Promise<void>;
}

export async function startBroker(): Promise<TestMosquitto> {
  const broker = await startMosquitto();
  if (!broker) throw new Error('Mosquitto is not installed.');
  return broker;
}

export async function startHomes(count: number): Promise<Homes> {
  const broker = await startBroker();
  const thermometers = await startThermometers(broker.url, count);
  const times = new ChangeTimes();
  return {
    count,
    broker,
    times,
    configurationOf: (home) => ({ discovery_prefix: thermometers.prefixOf(home) }),
    follow: (target) => followEvents(target, ({ value }) => times.end(value as number)),
    change: (perSecond) => startChanges(thermometers, { times, perSecond }),
    async stop() {
      await thermometers.stop();
      await broker.stop();
    },
  };
}
