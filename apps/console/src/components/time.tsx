import { useEffect, useState } from 'react';
import { relativeTime } from './relative-time.js';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** An instant relative to now, with the exact time as title. */
export function Time({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const instant = new Date(at);
  return (
    <time dateTime={at} title={exact.format(instant)}>
      {relativeTime(instant.getTime(), Math.max(now, 0))}
    </time>
  );
}

export const ExactTime = ({ at }: { at: string }) => (
  <time dateTime={at}>{exact.format(new Date(at))}</time>
);
