import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Timeline } from '../activity/timeline.js';
import type { OperationConditions } from '../api/activity.js';
import { clientQuery, type ConnectorClient } from '../api/connectors.js';
import { download } from '../components/download.js';
import { LinkButton } from '../components/links.js';
import { Empty } from '../components/list.js';
import { Section } from '../components/page.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './clients.module.css';

const outcomes = ['failed', 'succeeded'] as const;

/** The timeline of what was done for a client, the last one first. */
export function ClientActivity({ client }: { client: ConnectorClient }) {
  const { id } = client;
  const search = useSearch({ from: '/clients/$id' });
  const navigate = useNavigate({ from: '/clients/$id' });
  const outcome = outcomes.find((one) => one === search.outcome);
  const conditions: OperationConditions = { client: id, ...(outcome && { outcome }) };
  const show = (changed: typeof search) =>
    void navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false });
  return (
    <Section
      title="Activity"
      actions={
        <>
          <SegmentedControl
            aria-label="Which operations"
            size="xs"
            value={outcome ?? 'all'}
            onChange={(value) => show({ outcome: value === 'all' ? undefined : value })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'failed', label: 'Failed' },
              { value: 'succeeded', label: 'Succeeded' },
            ]}
          />
          <LinkButton
            variant="default"
            to="/activity"
            search={conditions}
            leftSection={<IconSearch size={14} aria-hidden="true" />}
          >
            Search
          </LinkButton>
        </>
      }
    >
      <Debugging client={client} />
      <Timeline
        conditions={conditions}
        pageSize={15}
        opened={search.operation}
        onOpen={(operation) => show({ operation })}
        empty={
          <Empty title={outcome ? 'None' : 'Nothing yet'}>
            {outcome
              ? `No operation ${outcome === 'failed' ? 'has failed' : 'has succeeded'}.`
              : 'Polls, writes and whatever else is done for the client appear here.'}
          </Empty>
        }
      />
    </Section>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The longest time for which everything is recorded. */
const debugMinutes = 30;

/** A switch that records everything of the client for a time. */
function Debugging({ client: { id, debug_until: until } }: { client: ConnectorClient }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const { queryKey } = clientQuery(trellis, id);
  const isOn = useIsFuture(until);
  const change = useMutation({
    mutationFn: async (minutes: number) =>
      (await trellis.post('/connectors/clients/{id}/debug', { path: { id }, body: { minutes } }))
        .data,
    onSuccess: (debugging) =>
      queries.setQueryData(queryKey, (known) => {
        if (!known) return known;
        return { ...known, debug_until: debugging.until ?? undefined };
      }),
  });
  const description =
    isOn && until
      ? `Each operation is recorded with its requests until ${clock.format(new Date(until))}.`
      : 'Failures are recorded with their requests, successes are only counted.';
  return (
    <div className={classes.debugging}>
      <May scope="svc.connector" otherwise={<p className={classes.recorded}>{description}</p>}>
        <Switch
          size="sm"
          checked={isOn}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate(target.checked ? debugMinutes : 0)}
          label={`Record everything for ${debugMinutes} minutes`}
          description={description}
        />
      </May>
      <Diagnostics id={id} />
    </div>
  );
}

/** Returns whether an instant is in the future, until it is not. */
function useIsFuture(instant: string | undefined): boolean {
  const [now, setNow] = useState(Date.now);
  const time = instant === undefined ? 0 : Date.parse(instant);
  useEffect(() => {
    const left = time - Date.now();
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left);
    return () => clearTimeout(timer);
  }, [time]);
  return time > now;
}

function Diagnostics({ id }: { id: string }) {
  const trellis = useTrellis();
  const path = `/connectors/clients/${id}/diagnostics`;
  const file = useMutation({
    mutationFn: () => download(trellis, { path, name: `trellis-client-${id}.json` }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      loading={file.isPending}
      onClick={() => file.mutate()}
      title="A file for a report: the client, its configuration and its operations, without secrets"
    >
      Download diagnostics
    </Button>
  );
}
