import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Scope } from '../api/account.js';
import { May } from '../session/rights.js';
import { FormDialog } from './dialogs.js';
import { Empty, List, ListItem } from './list.js';
import { Card, Section } from './page.js';

type Patch = Record<string, string | null>;

interface AttributesProps {
  attributes: Record<string, string> | undefined;
  /** The scope that changes need. */
  scope: Scope;
  /** The query of the resource, which is read again after a change. */
  queryKey: QueryKey;
  patch(attributes: Patch): Promise<unknown>;
}

/** The attributes of a resource, which can be set and removed. */
export function Attributes({ attributes = {}, scope, queryKey, patch }: AttributesProps) {
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey });
  const remove = useMutation({
    mutationFn: (name: string) => patch({ [name]: null }),
    onSuccess: readAgain,
  });
  const entries = Object.entries(attributes);
  return (
    <Section
      title="Attributes"
      actions={
        <May scope={scope}>
          <SetAttribute patch={patch} onDone={readAgain} />
        </May>
      }
    >
      <Card isFlush>
        {entries.length === 0 ? (
          <Empty title="No attributes">Texts of your app, such as a customer number.</Empty>
        ) : (
          <List label="Attributes">
            {entries.map(([name, text]) => (
              <ListItem
                key={name}
                title={name}
                note={text}
                side={
                  <May scope={scope}>
                    <ActionIcon aria-label={`Remove ${name}`} onClick={() => remove.mutate(name)}>
                      <IconTrash size={16} stroke={1.6} />
                    </ActionIcon>
                  </May>
                }
              />
            ))}
          </List>
        )}
      </Card>
    </Section>
  );
}

interface SetAttributeProps extends Pick<AttributesProps, 'patch'> {
  onDone(): unknown;
}

const SetAttribute = ({ patch, onDone }: SetAttributeProps) => (
  <FormDialog
    label="Set attribute"
    submitLabel="Save"
    onSubmit={(entered) => patch({ [String(entered.get('name'))]: String(entered.get('value')) })}
    onDone={onDone}
  >
    <TextInput name="name" label="Name" required maxLength={40} data-autofocus />
    <TextInput name="value" label="Value" required maxLength={500} />
  </FormDialog>
);
