import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Usage, UsageGroup } from '../api/account.js';
import { Table } from '../components/values.js';
import classes from './usage.module.css';

const figures = [
  ['clients', 'Clients'],
  ['things', 'Things'],
  ['polls', 'Polls'],
  ['writes', 'Writes'],
  ['events', 'Events'],
  ['deliveries', 'Deliveries'],
  ['bytes', 'Bytes'],
] as const;

const titles = { day: 'Day', connector: 'Connector', subject: 'Subject' };

const number = new Intl.NumberFormat();

/** The day that has not ended comes first. */
const inOrder = (group: UsageGroup, rows: readonly Usage[]): readonly Usage[] =>
  group === 'day' ? rows.toReversed() : rows;

export const UsageTable = ({ group, rows }: { group: UsageGroup; rows: Usage[] }) => (
  <div className={classes.scroll} tabIndex={0} role="region" aria-label="Usage">
    <Table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{titles[group]}</th>
          {figures.map(([name, title]) => (
            <th key={name} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(group, rows).map((row) => (
          <tr key={row.day ?? row.connector_type_id ?? row.subject ?? ''}>
            <th scope="row">
              {nameOf(group, row)}
              {group === 'day' && row.partial && <span className={classes.note}> so far</span>}
            </th>
            {figures.map(([name]) => (
              <td key={name}>{number.format(row[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);

function nameOf(group: UsageGroup, { day, connector_type_id: type, subject }: Usage): ReactNode {
  if (group === 'day') return day;
  if (group === 'connector') return type ?? <span className={classes.note}>No connector</span>;
  if (subject === undefined) return <span className={classes.note}>No subject</span>;
  if (subject.startsWith('erased:')) return <span className={classes.note}>{subject}</span>;
  return (
    <Link to="/subjects/$id" params={{ id: subject }}>
      {subject}
    </Link>
  );
}
