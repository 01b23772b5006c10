import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { instancesQuery } from '../api/connectors.js';
import { List, ListItem } from '../components/list.js';
import { Loaded } from '../components/loaded.js';
import { Card, Section } from '../components/page.js';
import { useConnectors } from '../components/use-connectors.js';
import { useTrellis } from '../session/session-context.js';

export function Connected() {
  const query = useQuery(instancesQuery(useTrellis()));
  const connectorOf = useConnectors();
  return (
    <Section title="Connected" actions={<Link to="/connectors">All connectors</Link>}>
      <Card isFlush>
        <Loaded query={query}>
          {(instances) => (
            <List label="Connected technologies">
              {instances.map(({ id, connector, clients }) => {
                const { name, type_id } = connectorOf(connector) ?? {};
                return (
                  <ListItem
                    key={id}
                    title={
                      <Link to="/connectors/$type" params={{ type: type_id ?? '' }}>
                        {name ?? 'Connector'}
                      </Link>
                    }
                    side={`${clients.length} ${clients.length === 1 ? 'client' : 'clients'}`}
                  />
                );
              })}
            </List>
          )}
        </Loaded>
      </Card>
    </Section>
  );
}
