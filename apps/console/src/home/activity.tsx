import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activityQuery, type HourOfActivity } from '../api/connectors.js';
import { Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import classes from './home.module.css';

const number = new Intl.NumberFormat();

const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${number.format(Math.round(seconds / 60))} min`;

export function RecentActivity() {
  const query = useQuery(activityQuery(useTrellis()));
  return (
    <Section
      title="Last hour"
      actions={
        <Link to="/activity" search={{ outcome: 'failed' }}>
          Failed operations
        </Link>
      }
    >
      <Card>
        <Loaded query={query} lines={4}>
          {({ hours }) => (
            <div className={classes.activity}>
              <LastHour hour={hours.at(-1)!} />
              <PollsChart hours={hours} />
            </div>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}

const lateness = ({ late_polls, max_lateness_seconds }: HourOfActivity): string =>
  late_polls === 0 ? 'Late polls' : `Late polls, up to ${duration(max_lateness_seconds)}`;

function LastHour({ hour }: { hour: HourOfActivity }) {
  const figures = {
    Polls: number.format(hour.polls),
    'Failed polls': number.format(hour.failed_polls),
    [lateness(hour)]: number.format(hour.late_polls),
    'Changes to things': number.format(hour.changes),
  };
  return (
    <dl className={classes.figures}>
      {Object.entries(figures).map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

const height = 64;
const barWidth = 16;
const step = 20;

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

const textOf = ({ from, polls, failed_polls: failed }: HourOfActivity): string =>
  `From ${clock.format(new Date(from))}: ${number.format(polls)} polls, ${number.format(failed)} failed`;

/**
 * A bar chart of the polls per hour, with failed polls at the bottom of each bar. It does not use the chart library, which
 * is larger than the whole first screen.
 */
function PollsChart({ hours }: { hours: HourOfActivity[] }) {
  const most = Math.max(1, ...hours.map(({ polls }) => polls));
  // Small numbers stay visible.
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  const polls = hours.reduce((sum, hour) => sum + hour.polls, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed_polls, 0);
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${hours.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Polls of the last ${hours.length} hours: ${number.format(polls)}, of which ${number.format(failed)} failed`}
      >
        {hours.map((hour, index) => {
          const bar = { x: index * step, width: barWidth };
          const all = heightOf(hour.polls);
          const bad = heightOf(hour.failed_polls);
          return (
            <g key={hour.from}>
              <title>{textOf(hour)}</title>
              <rect {...bar} className={classes.ground} y={height - 1} height={1} />
              <rect {...bar} className={classes.polls} y={height - all} height={all} />
              <rect {...bar} className={classes.failed} y={height - bad} height={bad} />
            </g>
          );
        })}
      </svg>
      <figcaption className={classes.caption}>
        <span>{hours.length} h ago</span>
        <span>Polls per hour (red: failed)</span>
        <span>Now</span>
      </figcaption>
    </figure>
  );
}
