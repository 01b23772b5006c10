import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { hasMembers } from '@trellis/schema-form';
import { descriptionsQuery, instanceOf, instancesQuery } from '../api/connectors.js';
import { Loaded } from '../components/list.js';
import { Card, Page, Section } from '../components/page.js';
import { InstanceForm } from '../forms/instance-form.js';
import { useTrellis } from '../session/session.js';
import { NewClientForm } from './new-client-form.js';

/** Connects a technology for an end user. A connector without an instance is set up first. */
export default function NewClientScreen() {
  const { type = '' } = useSearch({ from: '/clients/new' });
  const navigate = useNavigate();
  const trellis = useTrellis();
  const { data: descriptions = [] } = useQuery(descriptionsQuery(trellis));
  const instances = useQuery(instancesQuery(trellis));
  const connector = descriptions.find(({ type_id }) => type_id === type);
  const choose = (chosen: string) =>
    navigate({ to: '/clients/new', search: chosen ? { type: chosen } : {}, replace: true });
  return (
    <Page
      title={connector ? `Connect ${connector.name}` : 'Connect a client'}
      back={<Link to="/clients">Clients</Link>}
      lead={connector?.description}
    >
      <Card>
        <NativeSelect
          label="Connector"
          value={type}
          onChange={({ target }) => void choose(target.value)}
          data={[
            { value: '', label: 'Choose a technology' },
            ...descriptions.map(({ type_id, name }) => ({ value: type_id, label: name })),
          ]}
        />
      </Card>
      {connector && (
        <Loaded query={instances}>
          {(list) => {
            const instance = instanceOf(list, connector);
            return instance ? (
              <NewClientForm key={type} connector={connector} instance={instance} />
            ) : (
              <Section title="First: set it up for your account">
                <Card>
                  {hasMembers(connector.instance_configuration_schema) && (
                    <p>This is done once. What you enter is encrypted and never shown again.</p>
                  )}
                  <InstanceForm key={type} connector={connector} />
                </Card>
              </Section>
            );
          }}
        </Loaded>
      )}
    </Page>
  );
}
