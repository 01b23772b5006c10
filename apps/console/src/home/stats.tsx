import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { limitsQuery, type Quota } from '../api/account.js';
import { Loaded } from '../components/list.js';
import { useTrellis } from '../session/session.js';
import classes from './home.module.css';

const stats = [
  { quota: 'things', label: 'Things', to: '/things' },
  { quota: 'units', label: 'Units', to: '/units' },
  { quota: 'connector_clients', label: 'Connector clients', to: '/clients' },
  { quota: 'history_values', label: 'Values stored today', to: '/limits' },
] as const;

const format = new Intl.NumberFormat();

/** Numbers of things, units and so on, as counted for the limits of the account. */
export function Stats() {
  const query = useQuery(limitsQuery(useTrellis()));
  return (
    <Loaded query={query} lines={2}>
      {(quotas: Quota[]) => (
        <div className={classes.stats}>
          {stats.map(({ quota, label, to }) => (
            <Link key={quota} to={to} className={classes.stat}>
              <span className={classes.number}>
                {format.format(quotas.find(({ name }) => name === quota)?.used ?? 0)}
              </span>
              <span className={classes.label}>{label}</span>
            </Link>
          ))}
        </div>
      )}
    </Loaded>
  );
}
