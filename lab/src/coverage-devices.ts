import { createCommand, runCommand } from '@trellis/tools/command-line';
import { add, count, type Count } from './devices/count.js';
import { listenFor } from './devices/listen-for.js';
import {
  devicesOfZigbee2mqtt,
  installZigbee2mqtt,
  type KnownDevice,
} from './devices/zigbee2mqtt.js';

/** How many devices one broker has, as a large house does. */
const batchSize = 200;

/** Counts what the connector mqtt-discovery makes of the devices that Zigbee2MQTT knows. */
const { version } = createCommand(
  'npm run coverage:devices --',
  'Installs Zigbee2MQTT from the npm registry in a temporary folder, has it announce every device that it knows at a ' +
    `Mosquitto, ${batchSize} at a time, and counts what MQTT discovery makes of them: by a poll, while no state is ` +
    'retained, and by listening.',
)
  .option('--version <version>', 'of Zigbee2MQTT', '2.14.1')
  .parse()
  .opts<{ version: string }>();

await runCommand(async () => {
  let polled: Count | undefined;
  let heard: Count | undefined;
  let [announced, told] = [0, 0];
  const warnings = new Map<string, number>();
  const sum = (one: Count | undefined, other: Count) => (one ? add(one, other) : other);
  for await (const batch of batches(devicesOfZigbee2mqtt(installZigbee2mqtt(version)))) {
    const outcome = await listenFor(batch);
    polled = sum(polled, count(outcome.polled));
    heard = sum(heard, count(outcome.heard));
    announced += batch.length;
    told += outcome.events.length;
    for (const one of outcome.problems) warnings.set(one, (warnings.get(one) ?? 0) + 1);
    process.stderr.write(`${announced} devices\n`);
  }
  const row = (name: string, of: (counted: Count) => unknown) =>
    `| ${name} | ${String(of(polled!))} | ${String(of(heard!))} |`;
  process.stdout.write(
    `${[
      `Zigbee2MQTT ${version}: ${announced} devices; ${told} events were heard.`,
      '|  | polled | listened to |',
      '| --- | --- | --- |',
      row('devices', ({ devices }) => devices),
      row('with values', ({ withValues }) => withValues),
      row('with properties to write, or actions', ({ withAbilities }) => withAbilities),
      row('with events', ({ withEvents }) => withEvents),
      row('values of properties', ({ values, properties }) => `${values} of ${properties}`),
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
