import type { Trellis, OptionsOf } from '@trellis/client';
import type { ConnectorDescription } from '../api/connectors.js';
import { idOf } from '../api/references.js';

interface NewClient {
  subject: string;
  connector: ConnectorDescription;
  body: OptionsOf<'post', '/connectors/clients'>['body'];
}

/**
 * Creates a client and returns its id. If the end user has to authorize it, the response is a redirect, which browsers
 * hide from pages. The client is then looked up among those of the subject.
 */
export async function createClient(trellis: Trellis, { subject, connector, body }: NewClient) {
  const acting = trellis.forSubject(subject);
  const { data } = await acting.post('/connectors/clients', { body });
  if (data) return data.client_id;
  const { data: references } = await acting.get('/connectors/clients');
  for (const { href } of references.toReversed()) {
    const id = idOf(href);
    const { data: client } = await acting.get('/connectors/clients/{id}', { path: { id } });
    const isOfType = idOf(client.connector.href) === String(connector.id);
    if (isOfType && client.authorization) return id;
  }
  throw new Error('The client was created, but no longer exists.');
}
