import { useQuery } from '@tanstack/react-query';
import { activityQuery, type HourOfActivity } from '../api/connectors.js';
import { Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import classes from './home.module.css';
import { PollsChart } from './polls-chart.js';

const number = new Intl.NumberFormat();

const duration = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${number.format(Math.round(seconds / 60))} min`;

/** Activity of the clients in the last hour, and polls of the last day. */
export function RecentActivity() {
  const query = useQuery(activityQuery(useTrellis()));
  return (
    <Section title="Last hour">
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
