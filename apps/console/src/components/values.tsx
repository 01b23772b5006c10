import { useEffect, useState, type ReactNode } from 'react';
import type { ConnectorDescription } from '../api/connectors.js';
import { momentText, relativeTime } from './format.js';
import classes from './values.module.css';

/** A list of names and values. Leaves out undefined values. */
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

/** A list of names and values side by side, as far as there is room. */
export const FactGrid = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className={classes.grid}>
    {Object.entries(facts)
      .filter(([, fact]) => fact !== undefined)
      .map(([name, fact]) => (
        <div key={name}>
          <Fact name={name}>{fact}</Fact>
        </div>
      ))}
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

export const Json = ({ value, label }: { value: unknown; label: string }) => (
  // Focusable, so that it can be scrolled with the keyboard.
  <pre className={classes.json} tabIndex={0} aria-label={label} role="region">
    {JSON.stringify(value, null, 2)}
  </pre>
);

/** A text of others, with its line breaks. */
export const Verbatim = ({ text, label }: { text: string; label: string }) => (
  <pre className={classes.json} tabIndex={0} aria-label={label} role="region">
    {text}
  </pre>
);

export type Tone = 'good' | 'bad' | 'wait' | 'calm';

export const Status = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${classes.status} ${classes[tone]}`}>
    <span className={classes.dot} aria-hidden="true" />
    {children}
  </span>
);

interface TableProps {
  className?: string | undefined;
  children: ReactNode;
}

export const Table = ({ className = '', children }: TableProps) => (
  <table className={`${classes.table} ${className}`}>{children}</table>
);

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** An instant relative to now, with the exact time as title. */
export function Time({ at }: { at: string }) {
  const [, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const instant = new Date(at);
  return (
    <time dateTime={at} title={exact.format(instant)}>
      {relativeTime(instant.getTime(), Date.now())}
    </time>
  );
}

/** An instant of the day or the year, for `since` and `until`. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={exact.format(new Date(at))}>
    {momentText(new Date(at), new Date())}
  </time>
);

export const ExactTime = ({ at }: { at: string }) => (
  <time dateTime={at}>{exact.format(new Date(at))}</time>
);

/** Reasons why a subject sees a unit. A newer Trellis may have others. */
const known: Record<string, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'The subject created the unit.' },
  linked: { label: 'Linked', hint: 'The subject is linked to the unit.' },
};

const inWords = (reason: string): string => {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const Reasons = ({ reasons }: { reasons: string[] }) => (
  <span className={classes.reasons}>
    {reasons.map((reason) => (
      <span key={reason} className={classes.reason} title={known[reason]?.hint}>
        {known[reason]?.label ?? inWords(reason)}
      </span>
    ))}
  </span>
);

type Step = NonNullable<ConnectorDescription['connect']>['steps'][number];

export const Steps = ({ steps }: { steps: Step[] }) =>
  steps.length === 0 ? null : (
    <ol className={classes.steps}>
      {steps.map(({ title, description }) => (
        <li key={title}>
          <strong>{title}</strong>
          <div className={classes.note}>{description}</div>
        </li>
      ))}
    </ol>
  );
