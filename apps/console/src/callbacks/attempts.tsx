import { durationText } from '../components/format.js';
import { Empty, List } from '../components/list.js';
import { ExactTime, Status, Verbatim } from '../components/values.js';
import type { DeliveryAttempt } from '../api/callbacks.js';
import classes from './callbacks.module.css';

/** Attempts to send messages, the latest first. The answers are of others: they are only shown as text. */
export const Attempts = ({ attempts }: { attempts: DeliveryAttempt[] }) =>
  attempts.length === 0 ? (
    <Empty title="No attempt yet" />
  ) : (
    <List label="Attempts">
      {attempts.toReversed().map((attempt, index) => (
        <AttemptItem
          key={`${attempt.at} ${index}`}
          attempt={attempt}
          number={attempts.length - index}
        />
      ))}
    </List>
  );

function AttemptItem({ attempt, number }: { attempt: DeliveryAttempt; number: number }) {
  const { at, url, duration_ms, answer, message } = attempt;
  return (
    <li className={classes.attempt}>
      <div className={classes.attemptHead}>
        <Status tone={isAccepted(attempt) ? 'good' : 'bad'}>{outcomeOf(attempt)}</Status>
        <ExactTime at={at} />
        {duration_ms !== undefined && <span>{durationText(duration_ms)}</span>}
      </div>
      <div className={classes.address}>
        {message && <>{message.type} to </>}
        {url}
      </div>
      {answer && (
        <>
          <div className={classes.note}>
            {answer.cut ? 'The beginning of the answer' : 'The answer'}
            {answer.type && `, ${answer.type}`}
          </div>
          <Verbatim text={answer.text} label={`Answer ${number}`} />
        </>
      )}
    </li>
  );
}

const isAccepted = ({ response_status: status, error }: DeliveryAttempt) =>
  status !== undefined && error === undefined;

const outcomeOf = ({ response_status: status, error }: DeliveryAttempt): string =>
  status === undefined ? (error ?? 'No answer') : `Status ${status}`;
