import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { descriptionsQuery, instancesQuery } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { Empty } from '../components/empty.js';
import { InstanceForm } from '../forms/instance-form.js';
import { Loaded } from '../components/loaded.js';
import { Card, Page, Section } from '../components/page.js';
import { Steps } from '../components/steps.js';
import { useTrellis } from '../session/session-context.js';
import { Instance } from './instance.js';

const route = getRouteApi('/connectors/$type');

export function ConnectorScreen() {
  const { type } = route.useParams();
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
          const instance = list.find(
            ({ connector: { href } }) => idOf(href) === String(connector.id),
          );
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
