import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mcpClientsQuery, asPerson } from '../api/people.js';
import { DeleteDialog } from '../components/dialogs.js';
import { Empty, Loaded, List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Time } from '../components/values.js';

/** The MCP clients that the person has authorized. */
export function McpClients() {
  const queries = useQueryClient();
  const query = useQuery(mcpClientsQuery);
  return (
    <Section title="MCP clients">
      <Card isFlush>
        <Loaded query={query}>
          {(clients) =>
            clients.length === 0 ? (
              <Empty title="No MCP clients">
                MCP clients that act as you by the Model Context Protocol appear here. “Sign out
                everywhere else” ends them, too.
              </Empty>
            ) : (
              <List label="MCP clients">
                {clients.map(
                  ({ id, name, redirect_host, organization, environment, ...client }) => (
                    <ListItem
                      key={id}
                      title={name}
                      note={
                        <>
                          {organization.name} · {environment.name}, authorized at {redirect_host},
                          last used <Time at={client.last_used} />
                        </>
                      }
                      side={
                        <DeleteDialog
                          title={`Remove the MCP client ${name}`}
                          onDelete={() => asPerson().delete('/mcp_clients/{id}', { path: { id } })}
                          onDeleted={() => void queries.invalidateQueries(mcpClientsQuery)}
                        >
                          It can act as you for up to five more minutes.
                        </DeleteDialog>
                      }
                    />
                  ),
                )}
              </List>
            )
          }
        </Loaded>
      </Card>
    </Section>
  );
}
