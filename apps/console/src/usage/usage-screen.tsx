import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usageQuery, type Usage, type UsageGroup } from '../api/account.js';
import { itemsOf } from '../api/pages.js';
import { download } from '../components/download.js';
import { Empty, Loaded, LoadMore } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { DaysChart } from './days-chart.js';
import { Meanings, UsageTable } from './usage-table.js';
import classes from './usage.module.css';

const groups: { value: UsageGroup; label: string }[] = [
  { value: 'day', label: 'By day' },
  { value: 'connector', label: 'By connector' },
  { value: 'subject', label: 'By subject' },
];

const shownDays = 30;
const dayMs = 24 * 60 * 60_000;

const firstDay = (): string =>
  new Date(Date.now() - (shownDays - 1) * dayMs).toISOString().slice(0, 10);

export default function UsageScreen() {
  const [group, setGroup] = useState<UsageGroup>('day');
  const [since] = useState(firstDay);
  const trellis = useTrellis();
  const query = useInfiniteQuery(usageQuery(trellis, group, since));
  const save = useMutation({
    mutationFn: () =>
      download(trellis, {
        path: `/usage?${new URLSearchParams({ group_by: group, since })}`,
        name: `trellis-usage-by-${group}.csv`,
        headers: { Accept: 'text/csv' },
        timeoutMs: 600_000,
      }),
  });
  return (
    <Page
      title="Usage"
      lead={`What clients and subjects did in the last ${shownDays} days (UTC).`}
      actions={
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Download CSV
        </Button>
      }
    >
      <SegmentedControl
        className={classes.groups}
        size="xs"
        data={groups}
        value={group}
        onChange={(value) => setGroup(value as UsageGroup)}
        aria-label="Add up"
      />
      <Card isFlush>
        <Loaded query={query} lines={8}>
          {(data) => <Figures group={group} rows={itemsOf(data)} since={since} />}
        </Loaded>
        <LoadMore {...query} />
      </Card>
      <Section title="What is counted">
        <Card>
          <Meanings />
        </Card>
      </Section>
    </Page>
  );
}

function Figures({ group, rows, since }: { group: UsageGroup; rows: Usage[]; since: string }) {
  if (rows.length === 0) return <Empty title="No usage yet">Nothing was done in this time.</Empty>;
  return (
    <>
      {group === 'day' && <DaysChart rows={rows} since={since} days={shownDays} />}
      <UsageTable group={group} rows={rows} />
    </>
  );
}
