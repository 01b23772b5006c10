import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Trellis } from '@trellis/client';
import { useState, type SubmitEvent } from 'react';
import { auditQuery, type AuditConditions, type AuditEntry } from '../api/account.js';
import { itemsOf } from '../api/pages.js';
import { useAppNames } from '../components/app-names.js';
import { download } from '../components/download.js';
import { Empty, Loaded, LoadMore } from '../components/list.js';
import { Card, Page } from '../components/page.js';
import { ExactTime, Json, Status, Table } from '../components/values.js';
import { summaries } from '../generated/summaries.js';
import { useTrellis } from '../session/session.js';
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

function exportAudit(trellis: Trellis, conditions: AuditConditions): Promise<void> {
  const query = new URLSearchParams(conditions as Record<string, string>);
  const path = `/audit/export?${query}`;
  return download(trellis, { path, name: 'trellis-audit.ndjson', timeoutMs: 600_000 });
}

const AuditTable = ({ entries }: { entries: AuditEntry[] }) => (
  <div className={classes.scroll} tabIndex={0} role="region" aria-label="Entries">
    <Table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Operation</th>
          <th scope="col" className={classes.detail}>
            By
          </th>
          <th scope="col" className={classes.detail}>
            Subject
          </th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  </div>
);

/** Who did it: a person by their address, an app by its name. */
function Actor({ actor: { type, id } }: Pick<AuditEntry, 'actor'>) {
  const nameOf = useAppNames();
  if (type === 'app') return <span title={id}>{nameOf(id)}</span>;
  return type === 'person' ? id : `${id} (${type})`;
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const { time, operation, actor, subject, status, problem } = entry;
  const isRefused = problem !== undefined || (status ?? 0) >= 400;
  return (
    <>
      <tr>
        <td>
          <ExactTime at={time} />
        </td>
        <td>
          <UnstyledButton
            className={classes.operation}
            aria-expanded={isOpen}
            title={summaries[operation]}
            onClick={() => setIsOpen(!isOpen)}
          >
            {operation}
          </UnstyledButton>
        </td>
        <td className={classes.detail}>
          <Actor actor={actor} />
        </td>
        <td className={classes.detail}>{subject}</td>
        <td>
          <Status tone={isRefused ? 'bad' : 'good'}>{problem ?? String(status ?? 'done')}</Status>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Json value={entry} label="Entry" />
          </td>
        </tr>
      )}
    </>
  );
}
