import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** What belongs here, and how it gets here. */
  children?: ReactNode;
  action?: ReactNode;
}

/** What a screen shows as long as there is nothing. */
export const Empty = ({ icon, title, children, action }: EmptyProps) => (
  <div className={classes.empty}>
    {icon}
    <h2>{title}</h2>
    {children && <div className={classes.text}>{children}</div>}
    {action}
  </div>
);
