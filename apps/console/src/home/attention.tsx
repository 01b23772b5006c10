import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limitsQuery } from '../api/account.js';
import { callbackQuery, deliveriesQuery } from '../api/callbacks.js';
import { clientQuery, clientsQuery } from '../api/connectors.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { clientState } from '../components/client-state.js';
import { Empty, List, ListItem, Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { remedyText } from '../components/problem-alert.js';
import { ClientLink, UnreadRow } from '../components/rows.js';
import { Status } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import { accountWarnings } from './account-warnings.js';

const shownClients = 6;

const refetchInterval = 30_000;

export function NeedsAttention() {
  const clients = clientsQuery(useTrellis(), { attention: 'true' }, shownClients);
  const query = useInfiniteQuery({ ...clients, refetchInterval });
  const warnings = useAccountWarnings();
  return (
    <Section
      title="Needs attention"
      actions={
        <Link to="/clients" search={{ show: 'attention' }}>
          Show all
        </Link>
      }
    >
      <Card isFlush>
        <Loaded query={query}>
          {(data) =>
            itemsOf(data).length + warnings.length === 0 ? (
              <Empty icon={IconCircleCheck} title="All is well">
                All clients work, and all messages were delivered.
              </Empty>
            ) : (
              <List label="What needs attention">
                {warnings.map(({ title, note, state, tone, to }) => (
                  <ListItem
                    key={title}
                    title={<Link to={to}>{title}</Link>}
                    note={note}
                    side={<Status tone={tone}>{state}</Status>}
                  />
                ))}
                {itemsOf(data).map(({ href }) => (
                  <FailingClient key={href} id={idOf(href)} />
                ))}
              </List>
            )
          }
        </Loaded>
      </Card>
    </Section>
  );
}

function useAccountWarnings() {
  const trellis = useTrellis();
  const quotas = useQuery(limitsQuery(trellis));
  const callback = useQuery(callbackQuery(trellis));
  const failed = useInfiniteQuery({
    ...deliveriesQuery(trellis, { status: 'failed' }),
    refetchInterval,
    // Without a callback there are no deliveries.
    enabled: Boolean(callback.data),
  });
  return accountWarnings(quotas.data ?? [], failed.data && itemsOf(failed.data)[0]);
}

function FailingClient({ id }: { id: string }) {
  const { data: client, error: problem } = useQuery(clientQuery(useTrellis(), id));
  if (!client) return <UnreadRow id={id} error={problem} />;
  const { tone, label } = clientState(client, Date.now());
  const { error, warnings } = client;
  return (
    <ListItem
      title={<ClientLink client={client} />}
      note={[error?.detail ?? warnings[0]?.detail, error?.advice ?? remedyText(error?.remedy)]
        .filter(Boolean)
        .join(' ')}
      side={<Status tone={tone}>{label}</Status>}
    />
  );
}
