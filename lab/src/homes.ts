import {
  ChangeTimes,
  followEvents,
  startChanges,
  startMosquitto,
  startThermometers,
  type TestMosquitto,
} from '@trellis/testing';

export const mqttDiscovery = 'mqtt-discovery';

export async function startBroker(): Promise<TestMosquitto> {
  const broker = await startMosquitto();
  if (!broker) throw new Error('Mosquitto is not installed.');
  return broker;
}

export type Homes = Awaited<ReturnType<typeof startHomes>>;

/** Starts homes whose thermometers change, all on one broker. */
export async function startHomes(count: number) {
  const broker = await startBroker();
  const thermometers = await startThermometers(broker.url, count);
  const times = new ChangeTimes();
  return {
    count,
    broker,
    times,
    configurationOf: (home: number) => ({ discovery_prefix: thermometers.prefixOf(home) }),
    /** Follows the events as an app, and notes when it learns of a change. */
    follow: (target: { address: string; token: string }) =>
      followEvents(target, ({ value }) => times.end(value as number)),
    /** Changes values at a rate, of all homes together, until the returned function is called. */
    change: (perSecond: number) => startChanges(thermometers, { times, perSecond }),
    async stop(): Promise<void> {
      await thermometers.stop();
      await broker.stop();
    },
  };
}
