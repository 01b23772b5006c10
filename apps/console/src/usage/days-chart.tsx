import type { Usage } from '../api/account.js';
import classes from './usage.module.css';

const height = 64;
const barWidth = 16;
const step = 20;
const dayMs = 24 * 60 * 60_000;

const number = new Intl.NumberFormat();

interface DaysChartProps {
  rows: readonly Usage[];
  since: string;
  days: number;
}

/** A bar chart of the polls of each day. As on the home screen, it does without the chart library. */
export function DaysChart({ rows, since, days }: DaysChartProps) {
  const polls = new Map(rows.map((row) => [row.day, row.polls]));
  const most = Math.max(1, ...polls.values());
  const bars = Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.parse(since) + index * dayMs).toISOString().slice(0, 10);
    const count = polls.get(day) ?? 0;
    return { day, count, height: count === 0 ? 0 : Math.max(2, (count / most) * height) };
  });
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${days * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Polls of the last ${days} days, at most ${number.format(most)} a day`}
      >
        {bars.map(({ day, count, height: bar }, index) => (
          <g key={day}>
            <title>{`${day}: ${number.format(count)} polls`}</title>
            <rect
              className={classes.ground}
              x={index * step}
              width={barWidth}
              y={height - 1}
              height={1}
            />
            <rect
              className={classes.bar}
              x={index * step}
              width={barWidth}
              y={height - bar}
              height={bar}
            />
          </g>
        ))}
      </svg>
      <figcaption className={classes.caption}>
        <span>{since}</span>
        <span>Polls per day</span>
        <span>Today</span>
      </figcaption>
    </figure>
  );
}
