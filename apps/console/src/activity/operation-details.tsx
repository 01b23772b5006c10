import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operationQuery, type Operation, type OperationRun } from '../api/activity.js';
import { idOf } from '../api/references.js';
import { useAppNames, type AppName } from '../components/app-names.js';
import { CopyableCode } from '../components/code-text.js';
import { SubjectLink } from '../components/links.js';
import { Loaded } from '../components/list.js';
import { durationText } from '../components/format.js';
import { ThingLink } from '../components/thing-link.js';
import { ExactTime, FactGrid, Table } from '../components/values.js';
import { withCode } from '../components/with-code.js';
import { useTrellis } from '../session/session.js';
import classes from './activity.module.css';
import { Requests } from './requests.js';
import { countsText, starterText } from './texts.js';

interface OperationDetailsProps {
  operation: Operation;
  /** Whether it is listed with operations of other clients. */
  isOfMany: boolean;
}

/** Explains an operation: why it failed, what was sent and received, and its runs. */
export function OperationDetails({ operation, isOfMany }: OperationDetailsProps) {
  const { id, outcome, count, runs, has_requests } = operation;
  const run = runs[0];
  const nameOf = useAppNames();
  return (
    <div className={classes.details}>
      {outcome === 'failed' && <Cause operation={operation} />}
      {run && (
        <FactGrid
          facts={{ ...aboutRun(operation, run, nameOf), ...(isOfMany && aboutClient(operation)) }}
        />
      )}
      {has_requests ? (
        <RecordedRequests id={id} />
      ) : (
        <p className={classes.remark}>
          {outcome === 'failed'
            ? 'Nothing was sent, or there was no room to keep it.'
            : 'Not recorded: the requests of a success are kept only while everything of its client is.'}
        </p>
      )}
      {runs.length > 1 && <Runs runs={runs} count={count} nameOf={nameOf} />}
    </div>
  );
}

/** The meaning of a failure, and what helps. The line of the operation has its detail. */
const Cause = ({ operation: { advice, code, cause } }: { operation: Operation }) => (
  <Alert color="red" variant="light" p="sm">
    {advice && <p className={classes.advice}>{withCode(advice)}</p>}
    <div className={classes.codes}>
      <code>{cause === undefined ? code : `${code} · ${cause}`}</code>
      <Link to="/activity" search={{ outcome: 'failed', code, q: cause }}>
        {cause === undefined ? 'All failures with this code' : 'All failures with this cause'}
      </Link>
    </div>
  </Alert>
);

const aboutRun = ({ count, first, last }: Operation, run: OperationRun, nameOf: AppName) => ({
  ...(count > 1 && {
    First: <ExactTime at={first} />,
    Last: <ExactTime at={last} />,
    Times: count,
  }),
  ...(count === 1 && { Started: <ExactTime at={run.at} /> }),
  Duration: durationText(run.duration_ms),
  Attempt: run.attempt,
  Result: run.counts && countsText(run.counts),
  'Started by': starterText(run, nameOf),
  Thing: run.thing && <ThingLink id={run.thing} />,
  'Request id': run.started_by.request_id && (
    <CopyableCode text={run.started_by.request_id} label="the request id" />
  ),
  'Trace id': run.trace_id && <CopyableCode text={run.trace_id} label="the trace id" />,
});

const aboutClient = ({ client, subject, connector_type_id: type }: Operation) => ({
  Client: client && (
    <Link to="/clients/$id" params={{ id: idOf(client.href) }}>
      Open its page
    </Link>
  ),
  Subject: subject && <SubjectLink href={encodeURIComponent(subject)} />,
  Connector: (
    <Link to="/connectors/$type" params={{ type }}>
      {type}
    </Link>
  ),
});

interface RunsProps {
  runs: OperationRun[];
  count: number;
  nameOf: AppName;
}

const Runs = ({ runs, count, nameOf }: RunsProps) => (
  <section className={classes.part} aria-label="Latest runs">
    <h3>{count > runs.length ? `The latest ${runs.length} of ${count} runs` : 'Runs'}</h3>
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Table of runs">
      <Table className={classes.runs}>
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">Duration</th>
            <th scope="col">Attempt</th>
            <th scope="col">Result</th>
            <th scope="col">Started by</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => (
            <tr key={`${run.at} ${index}`}>
              <td>
                <ExactTime at={run.at} />
              </td>
              <td>{durationText(run.duration_ms)}</td>
              <td>{run.attempt ?? '–'}</td>
              <td>
                {[run.name, run.counts && countsText(run.counts)].filter(Boolean).join(': ') || '–'}
              </td>
              <td>{starterText(run, nameOf)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  </section>
);

function RecordedRequests({ id }: { id: string }) {
  const query = useQuery(operationQuery(useTrellis(), id));
  return (
    <section className={classes.part} aria-label="What was sent and received">
      <h3>Requests</h3>
      <Loaded query={query}>{({ requests }) => <Requests requests={requests} />}</Loaded>
    </section>
  );
}
