import type { ReactNode } from 'react';
import classes from './status.module.css';

export type Tone = 'good' | 'bad' | 'wait' | 'calm';

/** A state: a dot in its color, and always in words. */
export const Status = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${classes.status} ${classes[tone]}`}>
    <span className={classes.dot} aria-hidden="true" />
    {children}
  </span>
);
