import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../components/dialogs.js';
import { Empty, Loaded, List, ListItem } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { ExactTime, Time } from '../components/values.js';
import { useSession } from '../session/session.js';
import {
  addressOf,
  asPerson,
  organizationAuditQuery,
  organizationsQuery,
  type Organization,
} from '../api/people.js';
import { Members } from './members.js';

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
  const { id, name, environments } = organization;
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
        </>
      }
    >
      <Section
        title="Environments"
        actions={isOwner && <NewEnvironment organization={organization} />}
      >
        <Card isFlush>
          <List label="Environments">
            {environments.map((environment) => (
              <ListItem
                key={environment.id}
                title={<a href={addressOf(environment)}>{environment.name}</a>}
                note={
                  <>
                    <code>{environment.id}</code> · created <Time at={environment.created} />
                  </>
                }
                side={
                  isOwner && (
                    <Rename
                      name={environment.name}
                      onSubmit={(body) =>
                        asPerson().patch('/environments/{id}', {
                          path: { id: environment.id },
                          body,
                        })
                      }
                    />
                  )
                }
              />
            ))}
          </List>
        </Card>
      </Section>
      <Members organization={organization} email={email} />
      <Section title="Changes">
        <Changes id={id} />
      </Section>
    </Page>
  );
}

/** Returns a function that reads the organizations again. */
function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
}

const nameIn = (entered: FormData) => ({ name: String(entered.get('name')).trim() });

const NameInput = ({ defaultValue }: { defaultValue?: string }) => (
  <TextInput
    name="name"
    label="Name"
    maxLength={256}
    required
    data-autofocus
    {...{ defaultValue }}
  />
);

interface RenameProps {
  name: string;
  onSubmit(body: { name: string }): Promise<unknown>;
}

function Rename({ name, onSubmit }: RenameProps) {
  const refresh = useRefresh();
  return (
    <FormDialog
      label="Rename"
      title={`Rename ${name}`}
      submitLabel="Save"
      withCancel
      onSubmit={(entered) => onSubmit(nameIn(entered))}
      onDone={refresh}
    >
      <NameInput defaultValue={name} />
    </FormDialog>
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
                  title={<code>{operation}</code>}
                  note={`${actor.id}${problem ? ` · refused: ${problem}` : ''}`}
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
