import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Attention } from '../api/attention.js';
import { remedyText } from '../api/problem-text.js';
import { idOf } from '../api/references.js';
import { clientState } from '../components/client-state.js';
import { Empty } from '../components/empty.js';
import { List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Status } from '../components/status.js';
import { useConnectors } from '../components/use-connectors.js';

/** The clients that somebody should look at, and what to do. */
export function NeedsAttention({ attention }: { attention: Attention }) {
  const connectorOf = useConnectors();
  const now = Date.now();
  const failing = attention.clients.filter((client) => clientState(client, now).needsAttention);
  return (
    <Section title="Needs attention">
      <Card isFlush>
        {failing.length === 0 ? (
          <Empty
            icon={<IconCircleCheck size={28} stroke={1.5} aria-hidden="true" />}
            title="All is well"
          >
            {attention.hasMore
              ? `The first ${attention.clients.length} clients work.`
              : 'All clients work.'}
          </Empty>
        ) : (
          <List label="Clients that need attention">
            {failing.map((client) => {
              const { tone, label } = clientState(client, now);
              const { error, warnings } = client;
              return (
                <ListItem
                  key={client.id}
                  title={
                    <Link to="/clients/$id" params={{ id: client.id }}>
                      {connectorOf(client.connector)?.name ?? 'Client'} of{' '}
                      {idOf(client.subject.href)}
                    </Link>
                  }
                  note={[error?.detail ?? warnings[0]?.detail, remedyText(error?.remedy)]
                    .filter(Boolean)
                    .join(' ')}
                  side={<Status tone={tone}>{label}</Status>}
                />
              );
            })}
          </List>
        )}
      </Card>
    </Section>
  );
}
