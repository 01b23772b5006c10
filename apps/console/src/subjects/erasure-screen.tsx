import { Alert, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { erasureQuery, type Erasure } from '../api/account.js';
import { CopyTextButton } from '../components/code-text.js';
import { wordsOf } from '../components/format.js';
import { Loaded } from '../components/list.js';
import { Page, Section } from '../components/page.js';
import { Facts } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import classes from './subjects.module.css';

/** The progress of an erasure, and its receipt. */
export default function ErasureScreen() {
  const { id } = useParams({ from: '/erasures/$id' });
  const query = useQuery(erasureQuery(useTrellis(), id));
  return (
    <Page
      title="Erasure"
      back={<Link to="/subjects">Subjects</Link>}
      lead={query.data && leadOf(query.data)}
    >
      <Loaded query={query}>{(erasure) => <ErasureProgress erasure={erasure} />}</Loaded>
    </Page>
  );
}

const leadOf = ({ status }: Erasure): string =>
  status === 'running'
    ? 'An end user is being erased. This takes up to a minute, and goes on if you leave.'
    : 'The end user was erased.';

/** Shows how much was erased, and the receipt. */
export function ErasureProgress({ erasure }: { erasure: Erasure }) {
  const { erased, clients_left: left, last_error: failure, receipt } = erasure;
  const counts = Object.entries(erased).map(([kind, count]) => [nameOf(kind), String(count)]);
  return (
    <>
      {failure && (
        <Alert color="yellow" title="The last attempt failed; it is repeated">
          {failure.detail}
        </Alert>
      )}
      <Section title={receipt ? 'Erased' : 'Erased so far'}>
        <Facts
          facts={{
            ...(left > 0 && { 'Clients to remove': String(left) }),
            ...(Object.fromEntries(counts) as Record<string, string>),
          }}
        />
      </Section>
      {receipt && <Receipt receipt={receipt} />}
    </>
  );
}

const Receipt = ({ receipt }: { receipt: string }) => (
  <Section title="Receipt" actions={<CopyTextButton text={receipt} />}>
    <p>A JSON Web Signature, which the keys at /api/v1/erasures/keys verify. Store it.</p>
    <Code block className={classes.receipt} tabIndex={0} aria-label="Receipt">
      {receipt}
    </Code>
  </Section>
);

/** Kinds whose names say little outside Trellis. */
const kindTexts: Record<string, string> = {
  batches: 'Bulk commands',
  deliveries: 'Messages to apps',
  events: 'Entries of the change feed',
  idempotency_records: 'Stored answers to repeated requests',
  interactions: 'Writes and actions',
  operations: 'Entries of the activity',
  outages: 'Times without a connection',
};

const nameOf = (kind: string): string => kindTexts[kind] ?? wordsOf(kind);
