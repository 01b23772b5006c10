import {
  defineConnector,
  leftOut,
  Misconfigured,
  Unauthorized,
  Unavailable,
  type DeviceProblem,
  type Emit,
} from '@trellis/connector-sdk';
import pMap from 'p-map';
import { client, instance } from './configuration.js';
import { deviceOf } from './device.js';
import { discover, findThing } from './discover.js';
import { listenToThings } from './listening/listen.js';
import { allSourcesOf, maxSources, sourcesOf } from './listening/subscriptions.js';
import { openRemote, type Context, type Remote } from './remote.js';
import { merge, send, type Command } from './send.js';
import type { DescribedThing } from './thing.js';
import { readValues, type Reading } from './values.js';

const concurrency = 12;

export const wot = defineConnector({
  id: 3,
  typeId: 'wot',
  name: 'Web of Things',
  description: 'Things that publish a W3C Thing Description over HTTP, and directories of them.',
  logo: 'globe',
  category: 'Bridges',
  devicesAnswer: true,
  announced: [
    { type: '_webthing._tcp', configuration: { url: 'http://{address}:{port}/' } },
    { type: '_wot._tcp', configuration: { url: 'http://{address}:{port}/.well-known/wot' } },
  ],
  instance: { schema: instance, sample: {} },
  client: {
    schema: client,
    sample: {
      url: 'https://gateway.example/.well-known/wot',
      security: { scheme: 'bearer', token: 'a-token' },
      interval_ms: 10_000,
    },
  },

  connect: (context: Context, use) => use(openRemote(context)),

  async poll(remote: Remote) {
    const { things, complete, problems } = await discover(remote);
    const read = async (thing: DescribedThing) => ({
      thing,
      reading: await readValues(remote, thing),
    });
    const readings = await pMap(things, read, { concurrency });
    const cut = remote.quota.problems();
    requireOneReadable(remote, readings, cut);
    const seen = readings.filter(({ reading }) => reading !== 'unseen');
    const unusable = seen.flatMap(({ thing }) => thing.leftOut);
    return {
      devices: seen.map(({ thing, reading }) => deviceOf(thing, valuesIn(reading))),
      complete: complete && seen.length === things.length,
      // One of several servers may fail unnoticed, and descriptions may change.
      listenCoverage: sourcesOf(things).length > 0 ? 'part' : 'none',
      problems: [
        ...problems,
        ...cut,
        ...seen.flatMap((one) => problemOf(remote, one)),
        ...(seen.length > 0 ? leftOut('Affordances that cannot be used', unusable) : []),
        ...tooManySources(things),
      ],
    };
  },

  listen: (remote: Remote, emit: Emit<Command>, offer) => listenToThings(remote, { emit, offer }),
  async find(remote, { id }) {
    const thing = await findThing(remote, id);
    // The command itself finds out whether the thing is available.
    return thing && deviceOf(thing, {});
  },

  send: (remote: Remote, command: Command) => send(remote, command),
  merge,
});

/** Returns a warning when not all subscriptions are used. The rest is polled, but its events are missed. */
function tooManySources(things: DescribedThing[]): DeviceProblem[] {
  const count = allSourcesOf(things).length;
  if (count <= maxSources) return [];
  const detail = `The things have ${count} subscriptions; ${maxSources}, the maximum, are used.`;
  return [{ failure: new Misconfigured(detail, { cause: 'parts_left_out' }) }];
}

interface Read {
  thing: DescribedThing;
  reading: Reading;
}

/** Throws when no thing could be read; when all refuse the credentials, they are wrong. */
function requireOneReadable(remote: Remote, things: Read[], cut: DeviceProblem[]): void {
  if (things.length === 0 || things.some(({ reading }) => typeof reading === 'object')) return;
  const refused = things.find(({ reading }) => reading === 'refused');
  if (refused) throw refusalOf(remote, refused.thing) ?? credentialsRefused();
  if (things.every(({ reading }) => reading === 'unseen')) {
    throw (
      cut[0]?.failure ??
      new Unavailable('None of the things was read.', { cause: 'too_much_to_read' })
    );
  }
}

const credentialsRefused = () =>
  new Unauthorized('The credentials are refused.', { cause: 'credentials_refused' });

/** Returns the failure of a thing that asks for credentials, if none are configured. */
function refusalOf({ home }: Remote, thing: DescribedThing): Unauthorized | undefined {
  if (home.scheme !== undefined || thing.wants.length === 0) return undefined;
  const wanted = thing.wants.includes('oauth2')
    ? 'an access token of OAuth 2, which can be configured as `bearer`'
    : `credentials (${thing.wants.join(', ')})`;
  const detail = `${thing.title} wants ${wanted}. None are configured.`;
  return new Unauthorized(detail, {
    cause: 'credentials_missing',
    address: originOfReads(thing),
  });
}

const valuesIn = (reading: Reading) => (typeof reading === 'object' ? reading.values : undefined);

/** Returns the server from which the values of a thing are read. */
function originOfReads({ readAll, properties }: DescribedThing): string | undefined {
  const [form] = [readAll, ...[...properties.values()].map(({ read }) => read)].flat();
  return form && new URL(form.href).origin;
}

function problemOf(remote: Remote, { thing, reading }: Read): DeviceProblem[] {
  if (reading !== 'refused') return [];
  const failure =
    refusalOf(remote, thing) ??
    new Unauthorized(`The credentials are refused by ${thing.title}.`, {
      cause: 'credentials_refused',
      address: originOfReads(thing),
    });
  return [{ device: thing.id, failure }];
}
