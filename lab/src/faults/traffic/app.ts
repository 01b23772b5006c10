import { startHttpServer } from '@trellis/testing';
import { Webhook } from 'standardwebhooks';

/** A message that the app has received. */
export interface Message {
  /** `webhook-id`, the same in every attempt to deliver it. */
  id: string;
  type: 'action_requested' | 'thing_created' | 'thing_deleted' | 'client_status_changed';
  data: {
    thing_id?: string;
    client_id?: string;
    status?: string;
    interaction_id?: string;
    input?: { token: string };
  };
}

export type App = Awaited<ReturnType<typeof startApp>>;

/** Starts the server of the app, which receives messages and performs the actions of its things. */
export async function startApp() {
  /** All accepted messages, including repetitions. */
  const messages: Message[] = [];
  /** Requests that were not signed with its secret. */
  const violations: string[] = [];
  let webhook: Webhook;

  /** Stores a message and returns the status of the answer. */
  function receive(body: string, headers: Record<string, string>): number {
    try {
      const message = webhook.verify(body, headers) as Omit<Message, 'id'>;
      messages.push({ ...message, id: headers['webhook-id']! });
      return 200;
    } catch (error) {
      violations.push(`the app was sent ${body}: ${String(error)}`);
      return 400;
    }
  }

  const server = await startHttpServer(({ headers, body }, response) => {
    const status = receive(body, headers as Record<string, string>);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ performed: true }));
  });
  return {
    url: `${server.address}/trellis`,
    messages,
    violations,
    setSecret: (secret: string) => void (webhook = new Webhook(secret)),
    stop: () => server.close(),
  };
}
