import { Link } from '@tanstack/react-router';
import type { Session } from '../session/session.js';
import { addressOf, type Environment } from '../api/people.js';
import classes from './people.module.css';

const isOpen = ({ deletion }: Environment) => !deletion;

/** The environments of a person, by organization. */
export const EnvironmentLinks = ({ person }: { person: NonNullable<Session['person']> }) => (
  <nav className={classes.stack} aria-label="Environments">
    {person.organizations.map(({ id, name, environments }) => (
      <div key={id}>
        <small className={classes.text}>{name}</small>
        {environments.filter(isOpen).map((environment) => (
          <div key={environment.id}>
            <a
              href={addressOf(environment)}
              aria-current={environment.id === person.environment.id ? 'page' : undefined}
            >
              {environment.name}
            </a>
          </div>
        ))}
      </div>
    ))}
    <Link to="/profile">Your account</Link>
  </nav>
);
