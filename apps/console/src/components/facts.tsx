import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values; what is undefined is left out. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className={classes.facts}>
    {Object.entries(facts)
      .filter(([, fact]) => fact !== undefined)
      .map(([name, fact]) => (
        <Fact key={name} name={name}>
          {fact}
        </Fact>
      ))}
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
