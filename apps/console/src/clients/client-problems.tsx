import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientQuery, type ConnectorClient, type ConnectorDescription } from '../api/connectors.js';
import { webAddress } from '../api/references.js';
import { FailureFacts } from '../components/failure-facts.js';
import { counted } from '../components/format.js';
import { remedyText } from '../components/problem-alert.js';
import { Moment, Steps, Time } from '../components/values.js';
import { withCode } from '../components/with-code.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './clients.module.css';
import { useClientRemoval } from './delete-client.js';

interface ClientProblemsProps {
  client: ConnectorClient;
  connector: ConnectorDescription | undefined;
}

export function ClientProblems({ client, connector }: ClientProblemsProps) {
  const { error, warnings, authorization, removal, status } = client;
  const steps = connector?.connect?.steps.filter(({ when }) => when === 'after') ?? [];
  return (
    <>
      {removal && <RemovalProgress client={client} removal={removal} />}
      {status === 'STARTING' && !authorization && steps.length > 0 && (
        <Alert title="Waiting for the first poll" color="yellow">
          <Steps steps={steps} />
        </Alert>
      )}
      {error && (
        <Alert color="red" title={error.detail} role="alert">
          <p className={classes.advice}>
            {withCode(error.advice ?? remedyText(error.remedy) ?? '')}
          </p>
          <FailureFacts failure={error} />
          <p className={classes.advice}>
            Since <Moment at={error.since} />. <NextAttempt client={client} />
          </p>
        </Alert>
      )}
      {authorization && <Authorization href={authorization.href} />}
      {warnings.map((warning, index) => (
        <Alert key={index} color="yellow" title={warning.detail}>
          {warning.advice && <p className={classes.advice}>{withCode(warning.advice)}</p>}
          <FailureFacts failure={warning} />
          {warning.sweep && <MissingDevices client={client} sweep={warning.sweep} />}
        </Alert>
      ))}
    </>
  );
}

/** Says how often polls failed, and when the next one runs. */
function NextAttempt({ client }: { client: ConnectorClient }) {
  const { failures, next_poll, paused, error, authorization } = client;
  if (paused || failures === undefined) return null;
  return (
    <>
      {failures === 1 ? '1 attempt has failed' : `${failures} attempts in a row have failed`}
      {next_poll && !authorization ? (
        <>
          ; <Time at={next_poll} /> the next one begins.
          {/* A server that has demanded a pause may answer with a longer one. */}
          {!error?.retry_at && (
            <>
              {' '}
              <i>Poll now</i> does not wait for it.
            </>
          )}
        </>
      ) : (
        '.'
      )}
    </>
  );
}

function Authorization({ href }: { href: string }) {
  const address = webAddress(href)?.href;
  return (
    <Alert color="yellow" title="The end user has to authorize this client">
      The client will use the account of whoever opens this address, so share it with the end user
      only. It is valid for an hour.
      <div className={classes.row}>
        <Button component="a" href={address} target="_blank" rel="noopener noreferrer">
          Authorize
        </Button>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(href)}>
          Copy the address
        </Button>
      </div>
    </Alert>
  );
}

interface RemovalProgressProps {
  client: ConnectorClient;
  removal: NonNullable<ConnectorClient['removal']>;
}

function RemovalProgress({ client, removal }: RemovalProgressProps) {
  const { things_left, attempts, last_error, next_attempt } = removal;
  const { remove, leave } = useClientRemoval(client);
  const again = useMutation({ mutationFn: () => remove(), onSuccess: leave });
  return (
    <Alert color={last_error ? 'red' : 'yellow'} title="This client is being removed">
      {counted(things_left, 'thing is', 'things are')} left. {counted(attempts, 'attempt')} failed
      {last_error ? `: ${last_error.detail}` : '.'}{' '}
      {next_attempt && (
        <>
          Next attempt: <Time at={next_attempt} />
        </>
      )}
      <May scope="svc.connector">
        <div className={classes.row}>
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            Try again now
          </Button>
        </div>
      </May>
    </Alert>
  );
}

type MissingDevicesWarning = NonNullable<ConnectorClient['warnings'][number]['sweep']>;

function MissingDevices({
  client,
  sweep,
}: {
  client: ConnectorClient;
  sweep: MissingDevicesWarning;
}) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const path = { id: client.id };
  const decision = useMutation({
    mutationFn: (action: 'accept' | 'wait') =>
      trellis.post('/connectors/clients/{id}/sweep', { path, body: { action } }),
    onSuccess: ({ data }) => queries.setQueryData(clientQuery(trellis, client.id).queryKey, data),
  });
  return (
    <>
      {sweep.missing} devices are missing; {sweep.found} were found.
      <May scope="svc.connector">
        <div className={classes.row}>
          <Button variant="default" onClick={() => decision.mutate('accept')}>
            Remove the missing devices
          </Button>
          {sweep.accepted_from !== null && (
            <Button variant="default" onClick={() => decision.mutate('wait')}>
              Wait for them
            </Button>
          )}
        </div>
      </May>
    </>
  );
}
