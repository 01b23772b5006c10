import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Operation } from '../api/activity.js';
import { useAppNames, type AppName } from '../components/app-names.js';
import { durationText } from '../components/format.js';
import { Time } from '../components/values.js';
import classes from './activity.module.css';
import { OperationDetails } from './operation-details.js';
import { countsText, starterText, titleOf } from './texts.js';

interface OperationItemProps {
  operation: Operation;
  /** The client of the operation, where there may be several. */
  client?: ReactNode;
  isOpen: boolean;
  onToggle(id: string): void;
}

const times = new Intl.NumberFormat('en');

/** Memoized, so that a line renders again only if its own operation changed. */
export const OperationItem = memo(function OperationItem(props: OperationItemProps) {
  const { operation, client, isOpen, onToggle } = props;
  const { id, outcome, code, cause, count, last, runs } = operation;
  const nameOf = useAppNames();
  const isFailed = outcome === 'failed';
  const run = runs[0];
  const Icon = isFailed ? IconAlertCircle : IconCircleCheck;
  return (
    <li className={classes.item}>
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={() => onToggle(id)}>
        <Icon
          size={18}
          stroke={1.7}
          className={isFailed ? classes.bad : classes.good}
          aria-hidden="true"
        />
        <span className={classes.main}>
          <span className={classes.title}>
            {titleOf(operation)}
            <span className={isFailed ? classes.failed : classes.hidden}>
              {isFailed ? 'failed' : 'succeeded'}
            </span>
            {isFailed && <code className={classes.code}>{cause ?? code}</code>}
          </span>
          <span className={classes.note}>{noteOf(operation, nameOf)}</span>
        </span>
        {client && <span className={classes.client}>{client}</span>}
        <span className={classes.meta}>
          {count > 1 && <span className={classes.count}>{times.format(count)} times</span>}
          {run && <span className={classes.duration}>{durationText(run.duration_ms)}</span>}
          <span className={classes.time}>
            <Time at={last} />
          </span>
        </span>
        <IconChevronRight size={16} className={classes.chevron} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && <OperationDetails operation={operation} isOfMany={client !== undefined} />}
    </li>
  );
});

/** Returns why an operation failed, or its counts, or who started it. */
function noteOf(
  { outcome, detail, runs, connector_type_id, client }: Operation,
  nameOf: AppName,
): string {
  const run = runs[0];
  if (outcome === 'failed' && detail) return detail;
  const parts = [
    run?.counts && countsText(run.counts),
    run && run.started_by.type !== 'schedule' && starterText(run, nameOf),
    client === undefined && connector_type_id,
  ];
  return parts.filter(Boolean).join(' · ');
}
