import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { instancesQuery } from '../api/connectors.js';
import { counted } from '../components/format.js';
import { List, ListItem, Loaded } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { useConnectors } from '../components/rows.js';
import { useTrellis } from '../session/session.js';

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
                    side={counted(clients.length, 'client')}
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
