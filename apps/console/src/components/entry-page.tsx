import type { ReactNode } from 'react';
import { Logo } from '../theme/logo.js';
import classes from './entry.module.css';

/** A page for people who are not signed in. */
export const EntryPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={classes.page}>
    <div className={classes.card}>
      <div className={classes.brand}>
        <Logo size={28} />
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  </main>
);
