import { createInterface } from 'node:readline';
import {
  isProblem,
  Trellis,
  TrellisConnectionError,
  verifyWebhook,
  WebhookVerificationError,
} from '@trellis/client';
import type { Command, Commands } from './commands.js';

/** Carries out the commands of the contract tests, one per line of JSON, with the TypeScript client. */
let trellis: Trellis;

const write = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const commands: { [Name in keyof Commands]: (command: Commands[Name]) => unknown } = {
  connect({ base_url, client_id, client_secret, subject, max_attempts }) {
    const credentials = { clientId: client_id, clientSecret: client_secret };
    trellis = new Trellis({
      ...{ baseUrl: base_url, ...credentials, subject, maxAttempts: max_attempts },
    });
  },
  async create_unit({ name, type }) {
    return (await trellis.post('/units', { body: { name, type } })).data.id;
  },
  async list_units({ limit, type }) {
    const hrefs: string[] = [];
    for await (const { href } of trellis.list('/units', { query: { limit, type } }))
      hrefs.push(href);
    return hrefs;
  },
  follow({ last_event_id: lastEventId }) {
    void (async () => {
      for await (const event of trellis.events({ types: ['property_changed'], lastEventId })) {
        const value = 'value' in event.data ? event.data.value : undefined;
        write({ event: { id: event.id, type: event.type, value } });
      }
    })();
  },
  async verify({ headers, body, secret, parsed }) {
    // A caller in JavaScript may pass a body that is neither a text nor bytes.
    const request = { headers, body: parsed ? JSON.parse(body) : body, secret };
    const { id, type } = await verifyWebhook(request as Parameters<typeof verifyWebhook>[0]);
    return { id, type };
  },
};

function failure(error: unknown): object {
  if (isProblem(error)) {
    const pointers = error.errors.map(({ pointer }) => pointer);
    return { kind: 'problem', status: error.status, code: error.code, pointers };
  }
  const kinds = [
    [TrellisConnectionError, 'connection'],
    [WebhookVerificationError, 'webhook'],
    [TypeError, 'usage'],
  ] as const;
  const kind = kinds.find(([one]) => error instanceof one)?.[1] ?? 'other';
  return { kind, message: String(error) };
}

function carryOut(command: Command): unknown {
  switch (command.do) {
    case 'connect':
      return commands.connect(command);
    case 'create_unit':
      return commands.create_unit(command);
    case 'list_units':
      return commands.list_units(command);
    case 'follow':
      return commands.follow(command);
    case 'verify':
      return commands.verify(command);
  }
}

for await (const line of createInterface(process.stdin)) {
  try {
    write({ result: (await carryOut(JSON.parse(line) as Command)) ?? null });
  } catch (error) {
    write({ error: failure(error) });
  }
}
