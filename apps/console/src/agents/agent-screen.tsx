import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { agentQuery, type Agent } from '../api/agents.js';
import { clientsQuery } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { CopyableCode } from '../components/code-text.js';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { SubjectLink } from '../components/links.js';
import { Empty, List, ListItem, Loaded, PagedList } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { ListedClientRow } from '../components/rows.js';
import { FactGrid, Moment, Status, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { Pairing } from './pairing.js';
import { agentState } from './state.js';

export default function AgentScreen() {
  const { id } = useParams({ from: '/agents/$id' });
  const query = useQuery(agentQuery(useTrellis(), id));
  if (query.data) return <KnownAgent agent={query.data} />;
  return (
    <Page title="Agent" back={<Link to="/agents">Agents</Link>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function KnownAgent({ agent }: { agent: Agent }) {
  const { id, name, subject } = agent;
  const trellis = useTrellis();
  const code = useMutation({
    mutationFn: async () =>
      (await trellis.post('/agents/{id}/pairing_code', { path: { id } })).data,
    gcTime: 0,
  });
  return (
    <Page
      title={`${name} of ${idOf(subject.href)}`}
      back={<Link to="/agents">Agents</Link>}
      actions={
        <May scope="svc.connector">
          <Button variant="default" loading={code.isPending} onClick={() => code.mutate()}>
            New pairing code
          </Button>
          <Rename agent={agent} />
          <Revoke agent={agent} />
        </May>
      }
    >
      {code.data && <Pairing id={id} pairing={code.data} onClose={() => code.reset()} />}
      <AgentFacts agent={agent} />
      <Found agent={agent} />
      <ClientsOf id={id} />
    </Page>
  );
}

function Rename({ agent: { id, name } }: { agent: Agent }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  return (
    <FormDialog
      label="Rename"
      title={`Rename ${name}`}
      submitLabel="Rename"
      withCancel
      onSubmit={async (entered) => {
        const body = { name: String(entered.get('name')).trim() };
        await trellis.patch('/agents/{id}', { path: { id }, body });
      }}
      onDone={() => queries.invalidateQueries({ queryKey: agentQuery(trellis, id).queryKey })}
    >
      <TextInput
        name="name"
        label="Name"
        defaultValue={name}
        maxLength={100}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

function Revoke({ agent: { id, name } }: { agent: Agent }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteDialog
      title={`Revoke ${name}`}
      label="Revoke"
      onDelete={() => trellis.delete('/agents/{id}', { path: { id } })}
      onDeleted={() => {
        void queries.invalidateQueries({ queryKey: ['agents'] });
        void navigate({ to: '/agents' });
      }}
    >
      <p>
        Its connection ends at once, and its key is refused from then on. The clients that use it
        stay, and reach nothing until they have another agent.
      </p>
    </DeleteDialog>
  );
}

function AgentFacts({ agent }: { agent: Agent }) {
  const { id, state, since, subject, report, round_trip_ms, key } = agent;
  const { tone, label } = agentState(state);
  return (
    <Card>
      <FactGrid
        facts={{
          State: <Status tone={tone}>{label}</Status>,
          Since: <Moment at={since} />,
          'Round trip': round_trip_ms === undefined ? undefined : `${Math.round(round_trip_ms)} ms`,
          Version: report && `${report.version} on ${report.platform}`,
          Addresses: report && report.addresses.join(', '),
          Started: report && <Time at={report.started} />,
          Subject: <SubjectLink href={subject.href} />,
          Key: key && <CopyableCode text={key} label="the fingerprint of its key" />,
          Id: <CopyableCode text={id} label="the id" />,
        }}
      />
    </Card>
  );
}

const Found = ({ agent: { report } }: { agent: Agent }) => (
  <Section title="Found in its network">
    <Card isFlush>
      {report && report.found.length > 0 ? (
        <List label="Found in its network">
          {report.found.map(({ type, name, address, port }) => (
            <ListItem
              key={`${type} ${name} ${address}:${port}`}
              title={name}
              note={<code>{type}</code>}
              side={<code>{`${address.includes(':') ? `[${address}]` : address}:${port}`}</code>}
            />
          ))}
        </List>
      ) : (
        <Empty title="Nothing">Bridges and servers that announce themselves appear here.</Empty>
      )}
    </Card>
  </Section>
);

function ClientsOf({ id }: { id: string }) {
  const query = useInfiniteQuery(clientsQuery(useTrellis(), { via: id }));
  return (
    <Section title="Clients">
      <PagedList
        query={query}
        label="Clients"
        empty={<Empty title="None">No client uses this agent.</Empty>}
      >
        {(client) => <ListedClientRow key={client.id} client={client} />}
      </PagedList>
    </Section>
  );
}
