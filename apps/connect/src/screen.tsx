import { useEffect, useRef, type ReactNode } from 'react';
import { Sign } from './icons.js';
import type { Words } from './words.js';

interface ScreenProps {
  title: string;
  children: ReactNode;
  /** Leads to the screen before. */
  onBack?: (() => void) | undefined;
  words: Words;
}

/** One step of the page. Its title is focused when it is shown, so that everybody notices. */
export function Screen({ title, children, onBack, words }: ScreenProps) {
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

/** What helps those who know the technology: texts of the server, which are in English. */
export const Details = ({ text, words }: { text: string; words: Words }) => (
  <details>
    <summary>{words.details}</summary>
    <p lang="en">{text}</p>
  </details>
);

/** What has to be noticed: what is wrong, or what to do. */
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
