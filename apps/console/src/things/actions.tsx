import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bareId } from '../api/references.js';
import {
  invokeAction,
  type Action,
  type DataSchema,
  type Role,
  type Thing,
} from '../api/things.js';
import { formatValue } from '../components/format.js';
import { Card, Section } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { Json, Status } from '../components/values.js';
import { useRefusal } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './things.module.css';
import { ValueDialog } from './value-dialog.js';

interface ActionsProps {
  title: string;
  thing: Thing;
  /** Whether the section has the actions with a role. */
  has(role: Role | undefined): boolean;
}

export function Actions({ title, thing, has }: ActionsProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const actions = Object.entries(thing.actions).filter(([, { role }]) => has(role));
  const refusal = useRefusal('svc.things.act');
  if (actions.length === 0 || refusal !== undefined) return null;
  return (
    <Section title={title}>
      <Card>
        <div className={classes.action}>
          {actions.map(([name, action]) => (
            <ActionButton
              key={name}
              id={bareId(thing.id)}
              name={name}
              action={action}
              onOutcome={setOutcome}
            />
          ))}
        </div>
        <ActionOutcome outcome={outcome} />
      </Card>
    </Section>
  );
}

interface ActionButtonProps {
  id: string;
  name: string;
  action: Action;
  onOutcome(outcome: Outcome | undefined): void;
}

function ActionButton({ id, name, action, onOutcome }: ActionButtonProps) {
  const trellis = useTrellis();
  const title = action.title ?? name;
  const invoke = useMutation({
    mutationFn: (input: unknown) => invokeAction(trellis, { id, name, input }),
    meta: { showsProblem: true },
    onMutate: () => onOutcome(undefined),
    onSuccess: (output) => onOutcome({ title, output, schema: action.output ?? {} }),
    // For actions with input, the dialog shows the error.
    onError: (error) => !action.input && onOutcome({ title, error }),
  });
  const icon = <IconBolt size={14} aria-hidden="true" />;
  return action.input ? (
    <ValueDialog
      label={`${title}…`}
      title={title}
      schema={action.input}
      icon={icon}
      onSubmit={(input) => invoke.mutateAsync(input)}
    />
  ) : (
    <Button
      variant="default"
      leftSection={icon}
      loading={invoke.isPending}
      onClick={() => invoke.mutate(undefined)}
    >
      {title}
    </Button>
  );
}

/** The outcome of an action: its output or its error. */
type Outcome = { title: string } & ({ output: unknown; schema: DataSchema } | { error: unknown });

/** Shows an outcome where the action was invoked, and announces it to screen readers. */
const ActionOutcome = ({ outcome }: { outcome: Outcome | undefined }) => (
  <div role="status">
    {outcome && (
      <div className={classes.outcome}>
        {'error' in outcome ? (
          <ProblemAlert error={outcome.error} />
        ) : (
          <>
            <Status tone="good">{outcome.title}: done</Status>
            <Output {...outcome} />
          </>
        )}
      </div>
    )}
  </div>
);

/** A simple value on one line, anything else as JSON. */
function Output({ title, output, schema }: { title: string; output: unknown; schema: DataSchema }) {
  if (output === undefined || output === null) return null;
  if (typeof output === 'object') return <Json value={output} label={`Output of ${title}`} />;
  return <span className={classes.value}>{formatValue(output, schema)}</span>;
}
