import { useQuery, useQueryClient } from '@tanstack/react-query';
import { agentsQuery, asPerson } from '../api/people.js';
import { DeleteDialog } from '../components/dialogs.js';
import { Empty, Loaded, List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Time } from '../components/values.js';

/** The agents that the person has authorized. */
export function Agents() {
  const queries = useQueryClient();
  const query = useQuery(agentsQuery);
  return (
    <Section title="Agents">
      <Card isFlush>
        <Loaded query={query}>
          {(agents) =>
            agents.length === 0 ? (
              <Empty title="No agents">
                Agents that act as you by the Model Context Protocol appear here. “Sign out
                everywhere else” ends them, too.
              </Empty>
            ) : (
              <List label="Agents">
                {agents.map(({ id, name, redirect_host, organization, environment, ...agent }) => (
                  <ListItem
                    key={id}
                    title={name}
                    note={
                      <>
                        {organization.name} · {environment.name}, authorized at {redirect_host},
                        last used <Time at={agent.last_used} />
                      </>
                    }
                    side={
                      <DeleteDialog
                        title={`Remove the agent ${name}`}
                        onDelete={() => asPerson().delete('/agents/{id}', { path: { id } })}
                        onDeleted={() => void queries.invalidateQueries(agentsQuery)}
                      >
                        It can act as you for up to five more minutes.
                      </DeleteDialog>
                    }
                  />
                ))}
              </List>
            )
          }
        </Loaded>
      </Card>
    </Section>
  );
}
