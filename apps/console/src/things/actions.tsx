import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBolt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { bareId } from '../api/references.js';
import { invokeAction, type Action, type Thing } from '../api/things.js';
import { formatValue } from '../components/format-value.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import classes from './things.module.css';
import { ValueDialog } from './value-dialog.js';

/** What the thing can do. */
export function Actions({ thing }: { thing: Thing }) {
  const actions = Object.entries(thing.actions);
  if (actions.length === 0) return null;
  return (
    <Section title="Actions">
      <Card>
        <div className={classes.action}>
          {actions.map(([name, action]) => (
            <ActionButton key={name} id={bareId(thing.id)} name={name} action={action} />
          ))}
        </div>
      </Card>
    </Section>
  );
}

interface ActionButtonProps {
  id: string;
  name: string;
  action: Action;
}

function ActionButton({ id, name, action }: ActionButtonProps) {
  const trellis = useTrellis();
  const title = action.title ?? name;
  const onSuccess = (output: unknown) =>
    notifications.show({
      title,
      message: output === undefined ? 'Done.' : formatValue(output, action.output),
      color: 'teal',
    });
  const mutationFn = (input: unknown) => invokeAction(trellis, { id, name, input });
  const now = useMutation({ mutationFn, onSuccess });
  const asked = useMutation({ mutationFn, onSuccess, meta: { showsProblem: true } });
  const icon = <IconBolt size={14} aria-hidden="true" />;
  return action.input ? (
    <ValueDialog
      label={`${title}…`}
      title={title}
      schema={action.input}
      icon={icon}
      onSubmit={(input) => asked.mutateAsync(input)}
    />
  ) : (
    <Button
      variant="default"
      leftSection={icon}
      loading={now.isPending}
      onClick={() => now.mutate(undefined)}
    >
      {title}
    </Button>
  );
}
