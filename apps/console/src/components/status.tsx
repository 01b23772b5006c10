import type { ReactNode } from 'react';
import classes from './status.module.css';

export type Tone = 'good' | 'bad' | 'wait' | 'calm';

/** A state in words, with a colored dot. */
export const Status = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${classes.status} ${classes[tone]}`}>
    <span className={classes.dot} aria-hidden="true" />
    {children}
  </span>
);
