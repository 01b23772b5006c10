import { createCommand, runCommand } from '@trellis/tools/command-line';
import { add, count, type Count } from './devices/count.js';
import { listenFor } from './devices/listen-for.js';
import { head, row } from './print.js';
import {
  devicesOfZigbee2mqtt,
  installZigbee2mqtt,
  type KnownDevice,
} from './devices/zigbee2mqtt.js';

/** Number of devices of one broker, as in a large house. */
const batchSize = 200;

/** Counts the values and commands that mqtt-discovery finds for all devices of Zigbee2MQTT. */
const { version } = createCommand(
  'npm run coverage:devices --',
  'Installs Zigbee2MQTT from the npm registry in a temporary folder, announces all devices that it knows at a ' +
    `Mosquitto, ${batchSize} at a time, and counts what MQTT discovery finds by a poll and by listening.`,
)
  .option('--version <version>', 'of Zigbee2MQTT', '2.14.1')
  .parse()
  .opts<{ version: string }>();

await runCommand(async () => {
  let polled: Count | undefined;
  let listened: Count | undefined;
  let announced = 0;
  let events = 0;
  const warnings = new Map<string, number>();
  const sum = (one: Count | undefined, other: Count) => (one ? add(one, other) : other);
  for await (const batch of batches(devicesOfZigbee2mqtt(installZigbee2mqtt(version)))) {
    const outcome = await listenFor(batch);
    polled = sum(polled, count(outcome.polled));
    listened = sum(listened, count(outcome.reported));
    announced += batch.length;
    events += outcome.events.length;
    for (const one of outcome.problems) warnings.set(one, (warnings.get(one) ?? 0) + 1);
    process.stderr.write(`${announced} devices\n`);
  }
  const line = (name: string, of: (counted: Count) => string | number) =>
    row([name, of(polled!), of(listened!)]);
  process.stdout.write(
    `${[
      `Zigbee2MQTT ${version}: ${announced} devices; ${events} events.`,
      head(['', 'polled', 'listened to']),
      line('devices', ({ devices }) => devices),
      line('with values', ({ withValues }) => withValues),
      line('with properties to write, or actions', ({ withAbilities }) => withAbilities),
      line('with events', ({ withEvents }) => withEvents),
      line('with types', ({ withTypes }) => withTypes),
      line('primary properties with a type', ({ typed, primary }) => `${typed} of ${primary}`),
      line('values of properties', ({ values, properties }) => `${values} of ${properties}`),
      ...[...warnings].map(([warning, times]) => `${times} × ${warning}`),
    ].join('\n')}\n`,
  );
});

async function* batches(devices: AsyncIterable<KnownDevice>): AsyncGenerator<KnownDevice[]> {
  let batch: KnownDevice[] = [];
  for await (const device of devices) {
    batch.push(device);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
