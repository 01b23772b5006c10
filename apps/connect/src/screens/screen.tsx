import { useEffect, useRef, type ReactNode } from 'react';
import type { Configuration, Technology } from '../api.js';
import { useWords } from '../texts/words-context.js';
import { Sign } from './icons.js';

interface ScreenProps {
  title: string;
  children: ReactNode;
  onBack?: (() => void) | undefined;
}

/** One step of the page. Focuses its title when it appears, so that screen readers announce it. */
export function Screen({ title, children, onBack }: ScreenProps) {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    heading.current?.focus();
  }, [title]);
  return (
    <>
      {onBack && (
        <button type="button" className="back" onClick={onBack}>
          <Sign name="back" />
          {words.back}
        </button>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}

/** Technical details: texts of the server, which are in English. */
export const Details = ({ text }: { text: string }) => (
  <details>
    <summary>{useWords().details}</summary>
    <p lang="en">{text}</p>
  </details>
);

export const Notice = ({
  children,
  kind = 'warning',
}: {
  children: ReactNode;
  kind?: 'warning' | 'hint';
}) => (
  <div className={`notice ${kind}`} role={kind === 'warning' ? 'alert' : undefined}>
    {children}
  </div>
);

export const Loading = () => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden="true" />
    <span className="visually-hidden">{useWords().loading}</span>
  </div>
);

interface StepsProps {
  technology: Technology;
  when: 'before' | 'after';
  configuration?: Configuration;
}

/** The steps that the end user has to take outside of this page, before or after the form. */
export function Steps({ technology, when, configuration = {} }: StepsProps) {
  const words = useWords();
  const steps = technology.connect.steps.filter(
    (step) => step.when === when && !(step.unless !== undefined && step.unless in configuration),
  );
  if (steps.length === 0) return null;
  return (
    <Notice kind="hint">
      <h2>{when === 'before' ? words.firstDo : words.nowDo}</h2>
      <ol>
        {steps.map(({ title, description }) => (
          <li key={title}>
            <strong>{title}.</strong> {description}
          </li>
        ))}
      </ol>
    </Notice>
  );
}
