import type { ReactNode } from 'react';
import classes from './empty.module.css';

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** Explains what will appear here, and when. */
  children?: ReactNode;
  action?: ReactNode;
}

export const Empty = ({ icon, title, children, action }: EmptyProps) => (
  <div className={classes.empty}>
    {icon}
    <h2>{title}</h2>
    {children && <div className={classes.text}>{children}</div>}
    {action}
  </div>
);
