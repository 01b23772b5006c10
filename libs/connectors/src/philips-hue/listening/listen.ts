import { StreamIdle, type Emit, type EventStream, type Offer } from '@trellis/connector-sdk';
import { readResources, requireKey, openChanges, type Context } from '../bridge.js';
import type { Update } from '../resource.js';
import { parseChanges, type Changes, LiveDevices } from './live-devices.js';

/** The characters of changes after which everything is read again, which limits what changes can add to resources. */
const maxChangedLength = 8 * 1024 * 1024;

/** The time without events after which a stream may be dead (ms). */
const defaultIdleTimeoutMs = 5 * 60_000;

interface Listener {
  emit: Emit<Update>;
  /** Called once the devices are known. */
  offer: (offered: Pick<Offer<unknown, Update>, 'find'>) => void;
}

/** Listens to a bridge. A silent stream is opened again: a bridge sends nothing, not even comments, without changes. */
export async function listenToBridge(
  context: Context,
  listener: Listener,
  { idleTimeoutMs = defaultIdleTimeoutMs }: { idleTimeoutMs?: number } = {},
): Promise<void> {
  const key = await requireKey(context);
  for (;;) {
    const stream = await openChanges(context, { key, idleTimeoutMs });
    try {
      await follow(context, stream, listener);
    } catch (error) {
      if (!(error instanceof StreamIdle)) throw error;
    } finally {
      stream.close();
    }
  }
}

async function follow(
  context: Context,
  stream: EventStream,
  { emit, offer }: Listener,
): Promise<void> {
  /** Called after the stream was opened, so that no change is missed. */
  const read = async () => {
    const live = new LiveDevices(await readResources(context));
    emit({ devices: live.all, all: live.all.map(({ id }) => id) });
    return live;
  };
  let live = await read();
  offer({ find: (id) => live.find(id) });
  let changedLength = 0;
  for await (const { data } of stream) {
    const changes = parseChanges(data);
    const report = live.apply(changes);
    if (report) emit(report);
    changedLength += data.length;
    if (!report || changedLength > maxChangedLength || changes.some(isError)) {
      changedLength = 0;
      live = await read();
    }
  }
}

/** Returns whether the bridge failed to report a change. */
const isError = ({ type }: Changes) => type === 'error';
