export interface SentEvent {
  id: string;
  event: string;
  data: unknown;
}

export interface OpenStream {
  status: number;
  headers: Headers;
  events: SentEvent[];
  /** Returns the id of the last event or heartbeat. */
  lastId(): string | undefined;
  ended(): boolean;
  close(): void;
}

export async function openStream(
  address: string,
  { token, ...headers }: Record<string, string | undefined> = {},
): Promise<OpenStream> {
  const controller = new AbortController();
  const given = { ...headers, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(address, {
    headers: given as Record<string, string>,
    signal: controller.signal,
  });
  const events: SentEvent[] = [];
  let lastId: string | undefined;
  let ended = false;
  const read = async () => {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block
            .split('\n')
            .map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
        );
        lastId = fields.id ?? lastId;
        if (fields.data === undefined) continue;
        const event = fields.event ?? 'message';
        events.push({ id: fields.id!, event, data: JSON.parse(fields.data) as unknown });
      }
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => (ended = true));
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    lastId: () => lastId,
    ended: () => ended,
    close: () => controller.abort(),
  };
}
