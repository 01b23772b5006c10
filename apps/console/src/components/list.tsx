import type { ReactNode } from 'react';
import classes from './list.module.css';

export const List = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.list} aria-label={label}>
    {children}
  </ul>
);

interface ListItemProps {
  title: ReactNode;
  note?: ReactNode;
  /** Content at the end of the line: states, values, buttons. */
  side?: ReactNode;
}

export const ListItem = ({ title, note, side }: ListItemProps) => (
  <li className={classes.item}>
    <div className={classes.main}>
      <div className={classes.title}>{title}</div>
      {note && <div className={classes.note}>{note}</div>}
    </div>
    {side && <div className={classes.side}>{side}</div>}
  </li>
);
