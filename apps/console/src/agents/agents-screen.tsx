import { SegmentedControl } from '@mantine/core';
import { IconRouter } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { agentsQuery, type Agent } from '../api/agents.js';
import { idOf } from '../api/references.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { Page } from '../components/page.js';
import { Moment, Status } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { NewAgent } from './new-agent.js';
import { Pairing, type Pairable } from './pairing.js';
import { agentState } from './state.js';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
  { value: 'unpaired', label: 'Not paired' },
] as const;

export default function AgentsScreen() {
  const navigate = useNavigate();
  const { show = 'all' } = useSearch({ from: '/agents' });
  const [created, setCreated] = useState<Pairable>();
  const filter = filters.find(({ value }) => value === show)?.value ?? 'all';
  const conditions = filter === 'all' ? {} : { state: filter };
  const query = useInfiniteQuery(agentsQuery(useTrellis(), conditions));
  return (
    <Page
      title="Agents"
      lead="A program in the home of an end user, through which clients reach the devices there."
      actions={
        <>
          <SegmentedControl
            aria-label="Which agents"
            size="xs"
            value={filter}
            onChange={(show) => void navigate({ to: '/agents', search: { show }, replace: true })}
            data={[...filters]}
          />
          <May scope="svc.connector">
            <NewAgent onCreated={setCreated} />
          </May>
        </>
      }
    >
      {created && <Pairing {...created} onClose={() => setCreated(undefined)} />}
      <PagedList query={query} label="Agents" empty={<NoAgents isFiltered={filter !== 'all'} />}>
        {(agent) => <AgentRow key={agent.id} agent={agent} />}
      </PagedList>
    </Page>
  );
}

const NoAgents = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="None" />
  ) : (
    <Empty icon={IconRouter} title="No agents yet">
      An agent is needed for what is behind the router of an end user, such as a Hue bridge. End
      users can also pair one on the connect page.
    </Empty>
  );

function AgentRow({ agent }: { agent: Agent }) {
  const { id, name, subject, state, since, report } = agent;
  const { tone, label } = agentState(state);
  return (
    <ListItem
      title={
        <Link to="/agents/$id" params={{ id }}>
          {name} of {idOf(subject.href)}
        </Link>
      }
      note={report && `Version ${report.version} on ${report.platform}`}
      side={
        <>
          <span>
            since <Moment at={since} />
          </span>
          <Status tone={tone}>{label}</Status>
        </>
      }
    />
  );
}
