import type { Entity } from '@trellis/connector-sdk';
import { createCommand, runCommand } from '@trellis/tools/command-line';
import { compareStates } from './devices/computed-states.js';
import { add, count, countUntyped, type Count } from './devices/count.js';
import { listenFor } from './devices/listen-for.js';
import { head, row } from './print.js';
import {
  devicesOfZigbee2mqtt,
  idOf,
  installZigbee2mqtt,
  zigbee2mqttVersion,
  type KnownDevice,
} from './devices/zigbee2mqtt.js';

/** Number of devices of one broker, as in a large house. */
const batchSize = 200;

const shownDifferences = 20;
const shownNames = 30;

/** Counts the values and commands that mqtt-discovery finds for all devices of Zigbee2MQTT. */
const { version } = createCommand(
  'npm run coverage:devices --',
  'Installs Zigbee2MQTT from the npm registry in a temporary folder, announces all devices that it knows at a ' +
    `Mosquitto, ${batchSize} at a time, and counts what MQTT discovery finds by a poll, before a device has sent ` +
    'anything, and by listening. Compares the values with those that Home Assistant computes from its templates.',
)
  .option('--version <version>', 'of Zigbee2MQTT', zigbee2mqttVersion)
  .parse()
  .opts<{ version: string }>();

await runCommand(async () => {
  let polled: Count | undefined;
  let listened: Count | undefined;
  let announced = 0;
  let events = 0;
  const remotes = { all: 0, polled: 0, listened: 0 };
  const untyped = new Map<string, number>();
  const compared = { all: 0, equal: 0, hidden: 0, differences: [] as string[] };
  const warnings = new Map<string, number>();
  const sum = (one: Count | undefined, other: Count) => (one ? add(one, other) : other);
  for await (const batch of batches(devicesOfZigbee2mqtt(installZigbee2mqtt(version)))) {
    const outcome = await listenFor(batch);
    polled = sum(polled, count(outcome.polled));
    listened = sum(listened, count(outcome.reported));
    announced += batch.length;
    events += outcome.events.length;
    const ids = new Set(batch.filter(({ isRemote }) => isRemote).map(idOf));
    remotes.all += ids.size;
    remotes.polled += outcome.polled.filter((one) => ids.has(one.id) && hasEvents(one)).length;
    remotes.listened += outcome.reported.filter((one) => ids.has(one.id) && hasEvents(one)).length;
    countUntyped(outcome.reported, untyped);
    const comparison = compareStates(batch, outcome.reported);
    compared.all += comparison.compared;
    compared.equal += comparison.equal;
    compared.hidden += comparison.hidden;
    compared.differences.push(...comparison.differences);
    for (const one of outcome.problems) warnings.set(one, (warnings.get(one) ?? 0) + 1);
    process.stderr.write(`${announced} devices\n`);
  }
  const line = (name: string, of: (counted: Count) => string | number) =>
    row([name, of(polled!), of(listened!)]);
  process.stdout.write(
    `${[
      `Zigbee2MQTT ${version}: ${announced} devices; ${events} events.`,
      head(['', 'before the first press', 'after all were pressed']),
      line('devices', ({ devices }) => devices),
      line('with values', ({ withValues }) => withValues),
      line('with properties to write, or actions', ({ withAbilities }) => withAbilities),
      line('with events', ({ withEvents }) => withEvents),
      line('with types', ({ withTypes }) => withTypes),
      row([
        'remotes with events',
        `${remotes.polled} of ${remotes.all}`,
        `${remotes.listened} of ${remotes.all}`,
      ]),
      line('types of things without their ability', (one) => one.typesWithoutAbility),
      line('main abilities without their types', (one) => one.abilitiesWithoutType),
      line('primary properties with a type', ({ typed, primary }) => share(typed, primary)),
      line('of these only a generic one', ({ generic, typed }) => share(generic, typed)),
      line('values of properties', ({ values, properties }) => `${values} of ${properties}`),
      `As Home Assistant computes them from the templates (there are no recorded states): ` +
        `${share(compared.equal, compared.all)} values; ${compared.hidden} more are not shown.`,
      ...compared.differences.slice(0, shownDifferences),
      `Primary properties without a type: ${mostOf(untyped)}`,
      ...[...warnings].map(([warning, times]) => `${times} × ${warning}`),
    ].join('\n')}\n`,
  );
});

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${((part / whole) * 100).toFixed(2)} %)`;
}

function hasEvents({ events }: Entity): boolean {
  return Object.keys(events).length > 0;
}

/** Lists the names that occur most. */
function mostOf(counts: Map<string, number>): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const listed = sorted.slice(0, shownNames).map(([name, times]) => `${times} × ${name}`);
  return `${listed.join(', ')}${sorted.length > shownNames ? ', …' : '.'}`;
}

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
