import { useEffect, useRef, type ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** A link to the parent screen. */
  back?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen. Focuses its heading after navigation, so that screen readers announce it. */
export function Page({ title, back, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Trellis`;
  }, [title]);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.titles}>
          {back && <div className={classes.back}>{back}</div>}
          <h1 className={classes.title} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <div className={classes.lead}>{lead}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export const Section = ({ title, actions, children }: SectionProps) => (
  <section className={classes.section} aria-label={title}>
    <div className={classes.sectionHead}>
      <h2>{title}</h2>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
    {children}
  </section>
);

/** A card; flush for lists that reach its edges. */
export const Card = ({ isFlush = false, children }: { isFlush?: boolean; children: ReactNode }) => (
  <div className={`${classes.card} ${isFlush ? '' : classes.padded}`}>{children}</div>
);
