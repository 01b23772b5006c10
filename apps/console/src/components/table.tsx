import type { ReactNode } from 'react';
import classes from './table.module.css';

interface TableProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A table with lines between its rows. */
export const Table = ({ className = '', children }: TableProps) => (
  <table className={`${classes.table} ${className}`}>{children}</table>
);
