import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormDialog, TypedConfirmation } from '../components/dialogs.js';
import { Empty, Loaded, List, ListItem } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { ExactTime } from '../components/values.js';
import { summaries } from '../generated/summaries.js';
import { useSession } from '../session/session.js';
import {
  addressOf,
  asPerson,
  organizationAuditQuery,
  organizationsQuery,
  type Organization,
} from '../api/people.js';
import { Deletion, Restore } from './deletion.js';
import { Environments } from './environments.js';
import { Members } from './members.js';
import { NameInput, nameIn, Rename, useRefresh } from './naming.js';

export default function OrganizationScreen() {
  const { person } = useSession();
  const query = useQuery({ ...organizationsQuery, enabled: person !== undefined });
  if (!person) {
    return (
      <Page title="Organization">
        <Card isFlush>
          <Empty title="Not available for an API key">
            Members and environments are managed by people: sign in with your e-mail address.
          </Empty>
        </Card>
      </Page>
    );
  }
  const organization =
    query.data?.find(({ id }) => id === person.organization.id) ?? person.organization;
  return <Screen organization={organization} email={person.email} />;
}

function Screen({ organization, email }: { organization: Organization; email: string }) {
  const isOwner = organization.role === 'owner';
  const { id, name, deletion } = organization;
  return (
    <Page
      title={name}
      lead={`You are signed in as ${email} with the role ${organization.role}.`}
      actions={
        <>
          {isOwner && (
            <Rename
              name={name}
              onSubmit={(body) => asPerson().patch('/organizations/{id}', { path: { id }, body })}
            />
          )}
          <NewOrganization />
          {isOwner && <DeleteOrganization organization={organization} />}
        </>
      }
    >
      {deletion && <Deletion deletion={deletion} of="organization" />}
      <Environments organization={organization} />
      <Members organization={organization} email={email} />
      <SignInRule organization={organization} />
      <Section title="Changes">
        <Changes id={id} />
      </Section>
    </Page>
  );
}

const NewOrganization = () => (
  <FormDialog
    label="New organization"
    title="Create an organization"
    submitLabel="Create"
    withCancel
    onSubmit={async (entered) =>
      (await asPerson().post('/organizations', { body: nameIn(entered) })).data
    }
    onDone={({ environments }) => window.location.assign(addressOf(environments[0]!))}
  >
    <NameInput />
  </FormDialog>
);

function SignInRule({ organization }: { organization: Organization }) {
  const refresh = useRefresh();
  const { id, role, requires_two_factor: isOn } = organization;
  const { mutate, isPending, error } = useMutation({
    meta: { showsProblem: true },
    mutationFn: () =>
      asPerson().patch('/organizations/{id}', {
        path: { id },
        body: { requires_two_factor: !isOn },
      }),
    onSuccess: refresh,
  });
  return (
    <Section title="Signing in">
      <Card>
        <Switch
          label="Require two-step sign-in"
          description="Environments are closed to members whose password alone signs them in."
          checked={isOn}
          disabled={role !== 'owner' || isPending}
          onChange={() => mutate()}
        />
        {error && <ProblemAlert error={error} />}
      </Card>
    </Section>
  );
}

function DeleteOrganization({ organization }: { organization: Organization }) {
  const refresh = useRefresh();
  const path = { id: organization.id };
  if (organization.deletion) {
    return (
      <Restore
        label="Restore all"
        onRestore={() => asPerson().post('/organizations/{id}/restore', { path })}
      />
    );
  }
  return (
    <FormDialog
      label="Delete…"
      title={`Delete ${organization.name}?`}
      c="red"
      submitLabel="Delete organization"
      submitColor="red"
      withCancel
      onSubmit={() => asPerson().delete('/organizations/{id}', { path })}
      onDone={refresh}
    >
      <p>
        All of its environments are deleted: their apps are refused from now on, and everything in
        them is erased after a grace period, in which owners can restore them.
      </p>
      <TypedConfirmation text={organization.name} title="The name of the organization" />
    </FormDialog>
  );
}

function Changes({ id }: { id: string }) {
  const query = useQuery(organizationAuditQuery(id));
  return (
    <Card isFlush>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="No changes yet" />
          ) : (
            <List label="Changes">
              {entries.map(({ id, time, operation, actor, problem }) => (
                <ListItem
                  key={id}
                  title={<span title={operation}>{summaries[operation] ?? operation}</span>}
                  note={`${actor.id}${problem ? ` · refused: ${problem.replaceAll('_', ' ')}` : ''}`}
                  side={<ExactTime at={time} />}
                />
              ))}
            </List>
          )
        }
      </Loaded>
    </Card>
  );
}
