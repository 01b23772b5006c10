import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Usage, UsageGroup } from '../api/account.js';
import { descriptionsQuery } from '../api/connectors.js';
import { Facts, Table } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import classes from './usage.module.css';

const figures = [
  ['clients', 'Clients', 'Connections of end users that did something, on the busiest day.'],
  ['things', 'Things', 'Devices and services that these had, on the busiest day.'],
  ['polls', 'Polls', 'Reads of devices and values from a technology, also those that failed.'],
  ['writes', 'Writes', 'Values that were set and actions that were carried out.'],
  ['events', 'Events', 'Changes of values and things, as apps can follow them.'],
  ['deliveries', 'Deliveries', 'Messages that your callbacks and subscriptions accepted.'],
  ['bytes', 'Bytes', 'The size of the values in the events, as JSON.'],
] as const;

const meanings = Object.fromEntries(figures.map(([, title, meaning]) => [title, meaning]));

/** Says what is counted. */
export const Meanings = () => (
  <div className={classes.meanings}>
    <Facts facts={meanings} />
  </div>
);

const titles = { day: 'Day', connector: 'Connector', subject: 'Subject' };

const number = new Intl.NumberFormat();

/** The day that has not ended comes first. */
const inOrder = (group: UsageGroup, rows: readonly Usage[]): readonly Usage[] =>
  group === 'day' ? rows.toReversed() : rows;

interface UsageTableProps {
  group: UsageGroup;
  rows: Usage[];
}

export const UsageTable = ({ group, rows }: UsageTableProps) => (
  <div className={classes.scroll} tabIndex={0} role="region" aria-label="Usage">
    <Table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{titles[group]}</th>
          {figures.map(([name, title, meaning]) => (
            <th key={name} scope="col" title={meaning}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(group, rows).map((row) => (
          <tr key={row.day ?? row.connector_type_id ?? row.subject ?? ''}>
            <th scope="row">
              <Name group={group} row={row} />
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

function Name({ group, row }: { group: UsageGroup; row: Usage }) {
  const { day, connector_type_id: type, subject } = row;
  if (group === 'day') return day;
  if (group === 'connector') return <ConnectorName type={type} />;
  if (subject === undefined) return <span className={classes.note}>No subject</span>;
  if (subject.startsWith('erased:')) return <span className={classes.note}>{subject}</span>;
  return (
    <Link to="/subjects/$id" params={{ id: subject }}>
      {subject}
    </Link>
  );
}

function ConnectorName({ type }: { type: string | undefined }) {
  const { data } = useQuery(descriptionsQuery(useTrellis()));
  if (type === undefined) return <span className={classes.note}>No connector</span>;
  const name = data?.find(({ type_id }) => type_id === type)?.name;
  // The type may have been deleted.
  if (name === undefined) return <code>{type}</code>;
  return (
    <>
      <Link to="/connectors/$type" params={{ type }}>
        {name}
      </Link>{' '}
      <code className={classes.note}>{type}</code>
    </>
  );
}
