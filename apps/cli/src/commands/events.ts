import { isProblem, type EventData, type Trellis, type TrellisEvent } from '@trellis/client';
import { Option, type Command } from 'commander';
import { idOf } from '../lookup/named.js';
import { usageError } from '../output/failure.js';
import { clockTime, shortValue, targetText } from '../output/format.js';
import { safeLine } from '../output/text.js';
import type { Context, Run } from '../session/context.js';

type EventType = Exclude<keyof EventData, 'reset'>;

const types: EventType[] = [
  'thing_created',
  'thing_updated',
  'thing_deleted',
  'property_changed',
  'target_changed',
  'thing_event',
  'client_status_changed',
  'client_deleted',
];

interface EventsOptions {
  follow?: boolean;
  type?: EventType[];
  from?: string;
}

export function registerEvents(program: Command, run: Run): void {
  program
    .command('events')
    .description('follow the events of things and clients until Ctrl-C')
    .option('-f, --follow', 'follow new events')
    .addOption(new Option('--type <type...>', 'only these types').choices(types))
    .option('--from <id>', 'continue after the event with this id')
    .addHelpText(
      'after',
      '\nReconnects without gaps when the connection is lost. With --json, prints one event per line.',
    )
    .action(run(events));
}

async function events(context: Context, { follow, type, from }: EventsOptions): Promise<void> {
  const { signal } = context;
  if (!follow) {
    const remedy = 'trellis events --follow, with --from <id> to continue after an event';
    throw usageError('Events can only be followed.', remedy);
  }
  const { trellis } = context;
  const lastEventId = from ?? (await trellis.get('/changes')).data.cursor;
  const stream = trellis.events({ lastEventId, signal, types: type });
  await printEvents(context, stream, { lastEventId, command: 'trellis events --follow' });
}

/** Prints events until the stream ends, then the command that continues it. */
export async function printEvents(
  { printer, signal, trellis }: Context,
  events: AsyncIterable<TrellisEvent>,
  { lastEventId, command }: { lastEventId: string; command: string },
): Promise<void> {
  const titles = createTitles(trellis, signal);
  let last = lastEventId;
  try {
    for await (const event of events) {
      last = event.id;
      if (printer.json) printer.jsonLine(event);
      else printer.lines([await describe(event, titles)]);
    }
  } finally {
    if (!printer.json) printer.note(`Continue with: ${command} --from ${last}`);
  }
}

type Titles = (id: string) => Promise<string>;

/** Maximum number of cached titles. */
const maxTitles = 10_000;

/** Returns a cached lookup of thing titles. The title of a deleted thing is its id. */
function createTitles(trellis: Trellis, signal: AbortSignal): Titles {
  const known = new Map<string, Promise<string>>();
  return (id) => {
    const found =
      known.get(id) ??
      trellis.get('/things/{id}', { path: { id }, signal }).then(
        ({ data }) => data.title,
        (error: unknown) => {
          if (!isProblem(error)) throw error;
          return id;
        },
      );
    if (known.size >= maxTitles) known.clear();
    known.set(id, found);
    return found;
  };
}

async function describe(event: TrellisEvent, titles: Titles): Promise<string> {
  if (event.type === 'reset') return 'Some events were missed. Check the current state.';
  const { data, type } = event;
  const time = clockTime(data.time ?? Date.now());
  const who = 'thing' in data ? await titles(idOf(data.thing.href)) : idOf(data.client.href);
  return safeLine([time, type.padEnd(16), who, whatOf(event)].filter(Boolean).join('  '));
}

function whatOf(event: Exclude<TrellisEvent, { type: 'reset' }>): string {
  switch (event.type) {
    case 'property_changed':
      return `${event.data.property.name} = ${shortValue(event.data.value)}`;
    case 'target_changed': {
      const { property, target } = event.data;
      return `${property.name} ${targetText(target)}`;
    }
    case 'thing_event':
      return [event.data.event.name, shortValue(event.data.data)].filter(Boolean).join(' ');
    case 'thing_updated':
      return event.data.available === undefined
        ? ''
        : event.data.available
          ? 'available'
          : 'not available';
    case 'client_status_changed':
      return event.data.paused
        ? 'paused'
        : [event.data.status, event.data.error?.code].filter(Boolean).join(' ');
    default:
      return '';
  }
}
