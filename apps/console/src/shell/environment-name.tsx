import { IconAlertTriangle } from '@tabler/icons-react';
import { useSession } from '../session/session.js';
import classes from './shell.module.css';

/** Names under which organizations run their product. */
const production = /^(prod|live)/i;

/** The name of the environment that is open, with a mark if that is production. */
export function EnvironmentName() {
  const { person, account } = useSession();
  const name = person?.environment.name ?? account;
  if (!production.test(name)) return <span className={classes.environment}>{name}</span>;
  return (
    <span
      className={`${classes.environment} ${classes.production}`}
      title="Production: changes affect your end users."
    >
      <IconAlertTriangle size={14} aria-hidden="true" />
      {name}
    </span>
  );
}
