import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bareId } from '../api/references.js';
import { invokeAction, type Action, type Thing } from '../api/things.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import { ActionOutcome, type Outcome } from './action-outcome.js';
import classes from './things.module.css';
import { ValueDialog } from './value-dialog.js';

export function Actions({ thing }: { thing: Thing }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const actions = Object.entries(thing.actions);
  if (actions.length === 0) return null;
  return (
    <Section title="Actions">
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
