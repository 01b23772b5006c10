import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { hasMembers } from '@trellis/schema-form';
import { lazy, Suspense } from 'react';
import {
  descriptionsQuery,
  instanceConfigurationQuery,
  instanceOf,
  instancesQuery,
  type ConnectorDescription,
  type ConnectorInstance,
} from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { DeleteDialog, DialogButton, dryRun } from '../components/dialogs.js';
import { LinkButton } from '../components/links.js';
import { Empty, List, Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { ClientRow } from '../components/rows.js';
import { Steps } from '../components/values.js';
import { ConfigurationForm } from '../forms/configuration-form.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { isOwnType } from '../api/types.js';
import { OwnType } from '../types/own-type.js';
import { InstanceForm } from './instance-form.js';

// The charts are large.
const Health = lazy(() => import('./health.js'));

export default function ConnectorScreen() {
  const { type } = useParams({ from: '/connectors/$type' });
  const trellis = useTrellis();
  const descriptions = useQuery(descriptionsQuery(trellis));
  const instances = useQuery(instancesQuery(trellis));
  const connector = descriptions.data?.find(({ type_id }) => type_id === type);
  const back = <Link to="/connectors">Connectors</Link>;
  if (descriptions.data && !connector) {
    return (
      <Page title="Unknown connector" back={back}>
        <Empty title="This connector does not exist" />
      </Page>
    );
  }
  const steps = connector?.connect?.steps ?? [];
  return (
    <Page title={connector?.name ?? 'Connector'} back={back} lead={connector?.description}>
      <Loaded query={instances}>
        {(list) => {
          if (!connector) return null;
          const instance = instanceOf(list, connector);
          return instance ? (
            <>
              <Section
                title="Health"
                actions={
                  <Link to="/activity" search={{ connector_type_id: type, outcome: 'failed' }}>
                    Failed operations
                  </Link>
                }
              >
                <Suspense fallback={<Loader />}>
                  <Health instance={instance.id} />
                </Suspense>
              </Section>
              <Instance connector={connector} instance={instance} />
              {steps.length > 0 && (
                <Section title="Steps for your end users">
                  <Card>
                    <Steps steps={steps} />
                  </Card>
                </Section>
              )}
            </>
          ) : (
            <Section title="Set-up">
              <Card>
                <May scope="svc.connector" otherwise={<Empty title="Not set up" />}>
                  <InstanceForm connector={connector} />
                </May>
              </Card>
            </Section>
          );
        }}
      </Loaded>
      {connector && isOwnType(type) && <OwnType type={type} logo={connector.logo} />}
    </Page>
  );
}

interface InstanceProps {
  connector: ConnectorDescription;
  instance: ConnectorInstance;
}

const maxShown = 20;

function Instance({ connector, instance }: InstanceProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const path = { id: instance.id };
  const readAgain = () => queries.invalidateQueries({ queryKey: ['instances'] });
  const { length } = instance.clients;
  const perSubject = instance.clients_per_subject;
  return (
    <Section
      title="Clients"
      actions={
        <May scope="svc.connector">
          {hasMembers(connector.instance_configuration_schema) && (
            <Reconfigure connector={connector} instance={instance} />
          )}
          <DeleteDialog
            label="Delete set-up…"
            title={`Delete the set-up of ${connector.name}`}
            preview={() => trellis.delete('/connectors/instances/{id}', { path, query: dryRun })}
            onDelete={() => trellis.delete('/connectors/instances/{id}', { path })}
            onDeleted={readAgain}
          />
          <LinkButton to="/clients/new" search={{ type: connector.type_id }}>
            Connect a client
          </LinkButton>
        </May>
      }
    >
      <Card isFlush>
        {length === 0 ? (
          <Empty title="No clients yet">
            {connector.name} is set up. A client connects it for one of your end users
            {perSubject > 1 ? `, who may have up to ${perSubject}` : ''}.
          </Empty>
        ) : (
          <List label={`Clients of ${connector.name}`}>
            {instance.clients.slice(0, maxShown).map(({ href }) => (
              <ClientRow key={href} id={idOf(href)} />
            ))}
          </List>
        )}
      </Card>
      {length > maxShown && <div>{`${length - maxShown} more are in the list of clients.`}</div>}
    </Section>
  );
}

const Reconfigure = (props: InstanceProps) => (
  <DialogButton label="Change" title={`Change the set-up of ${props.connector.name}`}>
    {(close) => <InstanceConfiguration {...props} onChanged={close} />}
  </DialogButton>
);

function InstanceConfiguration({
  connector,
  instance: { id },
  onChanged,
}: InstanceProps & { onChanged(): void }) {
  const trellis = useTrellis();
  return (
    <ConfigurationForm
      query={useQuery(instanceConfigurationQuery(trellis, id))}
      schema={connector.instance_configuration_schema}
      onPatch={async (configuration) => {
        const options = { path: { id }, body: { configuration } };
        await trellis.patch('/connectors/instances/{id}', options);
        onChanged();
      }}
    />
  );
}
