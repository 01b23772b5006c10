import type { ServerResponse } from 'node:http';

/** The event stream of a bridge for tests. */
export interface TestEventStream {
  open(response: ServerResponse): void;
  /** Tells changes of resources (API guide, "Events"). */
  tell(type: 'update' | 'add' | 'delete' | 'error', ...data: object[]): void;
  /** Sends these bytes as they are. */
  write(bytes: string): void;
  /** Ends all streams. */
  end(): void;
  /** How many are open. */
  count(): number;
}

export function createEventStream(): TestEventStream {
  const responses = new Set<ServerResponse>();
  let lastId = 0;
  const write = (bytes: string) => {
    for (const response of responses) response.write(bytes);
  };
  return {
    open(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.write(': hi\n\n');
      responses.add(response);
      response.once('close', () => responses.delete(response));
    },
    tell(type, ...data) {
      const id = `${1763661600 + (lastId += 1)}:0`;
      const change = { creationtime: '2026-11-20T18:00:05Z', data, id: `change-${lastId}`, type };
      write(`id: ${id}\ndata: ${JSON.stringify([change])}\n\n`);
    },
    write,
    end() {
      for (const response of responses) response.end();
    },
    count: () => responses.size,
  };
}
