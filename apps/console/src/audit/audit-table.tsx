import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import type { AuditEntry } from '../api/account.js';
import { ExactTime, Json, Status, Table } from '../components/values.js';
import classes from './audit.module.css';

export const AuditTable = ({ entries }: { entries: AuditEntry[] }) => (
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
            onClick={() => setIsOpen(!isOpen)}
          >
            {operation}
          </UnstyledButton>
        </td>
        <td className={classes.detail}>
          {actor.id} {actor.type !== 'app' && `(${actor.type})`}
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
