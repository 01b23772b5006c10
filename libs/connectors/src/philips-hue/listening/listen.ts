import { StreamIdle, type Emit, type EventStream } from '@trellis/connector-sdk';
import { readResources } from '../bridge.js';
import { requireKey } from '../pairing.js';
import type { Update } from '../resource.js';
import { openChanges, type Context } from '../transport.js';
import { parseChanges, type Changes } from './changes.js';
import { Home } from './home.js';

/** After so many characters of changes everything is read anew: bounds what changes can add to resources. */
const maxChangedLength = 8 * 1024 * 1024;

/** After this time a stream on which nothing arrives may be dead (ms). */
const defaultIdleTimeoutMs = 5 * 60_000;

/**
 * Listens to a bridge until the stream of its changes ends. One on which nothing has arrived for long is opened
 * anew: a bridge sends nothing while nothing changes, not even comments.
 */
export async function listenToBridge(
  context: Context,
  emit: Emit<Update>,
  { idleTimeoutMs = defaultIdleTimeoutMs }: { idleTimeoutMs?: number } = {},
): Promise<void> {
  const key = await requireKey(context);
  for (;;) {
    const stream = await openChanges(context, { key, idleTimeoutMs });
    try {
      await follow(context, stream, emit);
    } catch (error) {
      if (!(error instanceof StreamIdle)) throw error;
    } finally {
      stream.close();
    }
  }
}

async function follow(context: Context, stream: EventStream, emit: Emit<Update>): Promise<void> {
  /** Only after the stream was opened: what changes meanwhile is on it. */
  const read = async () => {
    const home = new Home(await readResources(context));
    emit({ devices: home.all, all: home.all.map(({ id }) => id) });
    return home;
  };
  let home = await read();
  let changedLength = 0;
  for await (const { data } of stream) {
    const changes = parseChanges(data);
    const heard = home.apply(changes);
    if (heard) emit(heard);
    changedLength += data.length;
    if (!heard || changedLength > maxChangedLength || changes.some(isError)) {
      changedLength = 0;
      home = await read();
    }
  }
}

/** The bridge could not tell a change. */
const isError = ({ type }: Changes) => type === 'error';
