import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  addressOf,
  asPerson,
  environmentErasureQuery,
  type Environment,
  type Organization,
} from '../api/people.js';
import { DialogButton, FormDialog, TypedConfirmation } from '../components/dialogs.js';
import { List, ListItem, Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { ExactTime, Time } from '../components/values.js';
import { useSession } from '../session/session.js';
import { ErasureProgress } from '../subjects/erasure-screen.js';
import { isRestorable, Restore } from './deletion.js';
import { NameInput, nameIn, Rename, useRefresh } from './naming.js';

/** The environments of an organization, which owners create, rename, delete and restore. */
export function Environments({ organization }: { organization: Organization }) {
  const isOwner = organization.role === 'owner';
  return (
    <Section
      title="Environments"
      actions={isOwner && <NewEnvironment organization={organization} />}
    >
      <Card isFlush>
        <List label="Environments">
          {organization.environments.map((environment) => (
            <ListItem
              key={environment.id}
              title={<Name environment={environment} />}
              note={<Note environment={environment} />}
              side={<Actions environment={environment} isOwner={isOwner} />}
            />
          ))}
        </List>
      </Card>
    </Section>
  );
}

const Name = ({ environment }: { environment: Environment }) =>
  environment.deletion ? environment.name : <a href={addressOf(environment)}>{environment.name}</a>;

function Note({ environment: { id, created, deletion } }: { environment: Environment }) {
  if (!deletion) {
    return (
      <>
        <code>{id}</code> · created <Time at={created} />
      </>
    );
  }
  return (
    <>
      <code>{id}</code> · deleted <Time at={deletion.requested} />
      {isRestorable(deletion) ? ', will be erased ' : ', erased '}
      <ExactTime at={deletion.erases} />
    </>
  );
}

interface ActionsProps {
  environment: Environment;
  isOwner: boolean;
}

function Actions({ environment, isOwner }: ActionsProps) {
  const { id, name, deletion } = environment;
  const path = { id };
  if (deletion && !isRestorable(deletion)) return <Erasure id={id} />;
  if (!isOwner) return null;
  if (deletion) {
    return <Restore onRestore={() => asPerson().post('/environments/{id}/restore', { path })} />;
  }
  return (
    <Group gap="xs">
      <Rename
        name={name}
        onSubmit={(body) => asPerson().patch('/environments/{id}', { path, body })}
      />
      <DeleteEnvironment environment={environment} />
    </Group>
  );
}

function DeleteEnvironment({ environment: { id, name } }: { environment: Environment }) {
  const refresh = useRefresh();
  const { person } = useSession();
  return (
    <FormDialog
      label="Delete…"
      title={`Delete ${name}?`}
      c="red"
      submitLabel="Delete environment"
      submitColor="red"
      withCancel
      onSubmit={() => asPerson().delete('/environments/{id}', { path: { id } })}
      onDone={() => (person?.environment.id === id ? window.location.reload() : refresh())}
    >
      <p>
        Its apps are refused from now on, and its clients are paused. After a grace period,
        everything in it is erased: apps, end users, things, history and the audit log. Until then,
        owners can restore it.
      </p>
      <TypedConfirmation text={name} title="The name of the environment" />
    </FormDialog>
  );
}

const Erasure = ({ id }: { id: string }) => (
  <DialogButton label="Erasure">{() => <ErasureOf id={id} />}</DialogButton>
);

const ErasureOf = ({ id }: { id: string }) => (
  <Loaded query={useQuery(environmentErasureQuery(id))}>
    {(erasure) => <ErasureProgress erasure={erasure} />}
  </Loaded>
);

function NewEnvironment({ organization: { id } }: { organization: Organization }) {
  const refresh = useRefresh();
  return (
    <FormDialog
      label="New environment"
      title="Create an environment"
      submitLabel="Create"
      withCancel
      onSubmit={(entered) =>
        asPerson().post('/organizations/{id}/environments', { path: { id }, body: nameIn(entered) })
      }
      onDone={refresh}
    >
      <NameInput />
    </FormDialog>
  );
}
