import type { ConnectorClient } from '../api/connectors.js';
import { Time } from './values.js';
import classes from './failure-facts.module.css';

type Failure = Omit<ConnectorClient['warnings'][number], 'code' | 'detail'>;

/** Shows what is known about a failure: its cause, the address that failed, and where and when. */
export function FailureFacts({ failure }: { failure: Failure }) {
  const { cause, address, status, path, until, retry_at, connector_thing_id: device } = failure;
  const facts = [
    ['Cause', cause && <code>{cause}</code>],
    ['Device', device && <code>{device}</code>],
    ['Address', address && <code>{address}</code>],
    ['Status', status],
    ['Path', path && <code>{path}</code>],
    ['Certificate', until && <Validity cause={cause} until={until} />],
    ['Not before', retry_at && <Time at={retry_at} />],
  ] as const;
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Validity = ({ cause, until }: { cause: string | undefined; until: string }) => (
  <>
    {cause === 'tls_not_yet_valid' ? 'valid from ' : 'expired '}
    <Time at={until} />
  </>
);
