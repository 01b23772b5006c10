/** A stream of events that is being read. */
export interface EventsStream {
  /** Why nothing more comes; undefined while it goes on. */
  failure(): string | undefined;
  stop(): void;
}

/** The new value of a property, or what an event of a thing carries. */
interface PropertyChange {
  value?: unknown;
}

interface Followed {
  address: string;
  token: string;
  type?: 'property_changed' | 'thing_event';
}

/** Follows the new values of all properties that an account sees, or events; resolves once the stream is open. */
export async function followEvents(
  { address, token, type = 'property_changed' }: Followed,
  onChange: (change: PropertyChange) => void,
): Promise<EventsStream> {
  const stopping = new AbortController();
  const answer = await fetch(`${address}/api/v1/events?type=${type}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  });
  if (answer.status !== 200) throw new Error(`GET /events was answered ${answer.status}.`);
  let failure: string | undefined;
  const take = (block: string) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined) return;
    if (block.includes('event: reset')) failure = 'events were missed';
    else onChange(JSON.parse(data) as PropertyChange);
  };
  const read = async () => {
    let rest = '';
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) take(block);
    }
    failure ??= 'the stream has ended';
  };
  read().catch((error: Error) => (failure ??= error.message));
  return { failure: () => failure, stop: () => stopping.abort() };
}
