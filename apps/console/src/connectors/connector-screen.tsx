import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { descriptionsQuery, instanceOf, instancesQuery } from '../api/connectors.js';
import { Empty, Loaded } from '../components/list.js';
import { InstanceForm } from '../forms/instance-form.js';
import { Card, Page, Section } from '../components/page.js';
import { Steps } from '../components/values.js';
import { useTrellis } from '../session/session.js';
import { Instance } from './instance.js';

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
                <InstanceForm connector={connector} />
              </Card>
            </Section>
          );
        }}
      </Loaded>
    </Page>
  );
}
