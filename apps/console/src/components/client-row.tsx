import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clientQuery, type ConnectorClient, type ListedClient } from '../api/connectors.js';
import { problemText } from '../api/problem-text.js';
import { idOf } from '../api/references.js';
import { useTrellis } from '../session/session-context.js';
import { clientState } from './client-state.js';
import { ListItem } from './list.js';
import { Status } from './status.js';
import { Time } from './time.js';
import { useConnectors } from './use-connectors.js';

/** Maximum number of things that a list counts per client. */
const maxCounted = 1_000;

/** A client in a list of references. Reads the client. */
export function ClientRow({ id }: { id: string }) {
  const { data, error } = useQuery(clientQuery(useTrellis(), id));
  if (data) return <ListedClientRow client={data} />;
  return (
    <ListItem title={<code>{id}</code>} note={error ? problemText(error).title : 'Loading…'} />
  );
}

export function ListedClientRow({ client }: { client: ConnectorClient | ListedClient }) {
  const connector = useConnectors()(client.connector);
  const { tone, label } = clientState(client, Date.now());
  const things = 'things' in client ? client.things : client.mappings.length;
  const count = `${things}${'things' in client && things === maxCounted ? '+' : ''}`;
  return (
    <ListItem
      title={
        <Link to="/clients/$id" params={{ id: client.id }}>
          {connector?.name ?? 'Client'} of {idOf(client.subject.href)}
          {client.name && ` · ${client.name}`}
        </Link>
      }
      note={client.error?.detail ?? `${count} ${things === 1 ? 'thing' : 'things'}`}
      side={
        <>
          {client.last_polled && (
            <span>
              Polled <Time at={client.last_polled} />
            </span>
          )}
          <Status tone={tone}>{label}</Status>
        </>
      }
    />
  );
}
