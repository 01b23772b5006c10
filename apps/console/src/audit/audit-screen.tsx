import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import type { Trellis } from '@trellis/client';
import { auditQuery, type AuditConditions } from '../api/account.js';
import { itemsOf } from '../api/pages.js';
import { Empty, Loaded, LoadMore } from '../components/list.js';
import { Card, Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { AuditTable } from './audit-table.js';
import classes from './audit.module.css';

const filters = [
  { name: 'operation', label: 'Operation', placeholder: 'createUnit' },
  { name: 'actor', label: 'Actor', placeholder: 'demo' },
  { name: 'subject', label: 'Subject', placeholder: 'alice' },
  { name: 'resource', label: 'Resource id', placeholder: '01a1fb49-…' },
] as const;

const refreshMs = 10_000;

export default function AuditScreen() {
  const conditions = useSearch({ from: '/audit' });
  const navigate = useNavigate();
  const trellis = useTrellis();
  const query = useInfiniteQuery({
    ...auditQuery(trellis, conditions),
    // No event reports entries. With more pages, they are refreshed less often.
    refetchInterval: ({ state }) => refreshMs * (state.data?.pages.length ?? 1),
  });
  const download = useMutation({ mutationFn: () => exportAudit(trellis, conditions) });
  function filter(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = filters.map(({ name }) => [name, String(form.get(name)).trim()] as const);
    void navigate({
      to: '/audit',
      search: Object.fromEntries(given.filter(([, text]) => text !== '')),
    });
  }
  return (
    <Page
      title="Audit log"
      lead="Every change and refused change: who made it, through which app, and when."
      actions={
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Export
        </Button>
      }
    >
      <form key={JSON.stringify(conditions)} className={classes.filters} onSubmit={filter}>
        {filters.map(({ name, label, placeholder }) => (
          <TextInput
            key={name}
            name={name}
            label={label}
            placeholder={placeholder}
            defaultValue={conditions[name]}
            maxLength={256}
            size="xs"
          />
        ))}
        <Button type="submit" variant="default" size="xs">
          Filter
        </Button>
      </form>
      <Card isFlush>
        <Loaded query={query} lines={8}>
          {(data) => {
            const entries = itemsOf(data);
            if (entries.length === 0 && !query.hasNextPage) {
              return <Empty title="No entries">No change matches these filters.</Empty>;
            }
            return <AuditTable entries={entries} />;
          }}
        </Loaded>
        <LoadMore {...query} />
      </Card>
    </Page>
  );
}

/** Downloads the entries as a file, one per line. */
async function exportAudit(trellis: Trellis, conditions: AuditConditions): Promise<void> {
  const query = new URLSearchParams(conditions as Record<string, string>);
  const response = await trellis.fetch(`/audit/export?${query}`, { timeoutMs: 600_000 });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'trellis-audit.ndjson';
  link.click();
  URL.revokeObjectURL(link.href);
}
