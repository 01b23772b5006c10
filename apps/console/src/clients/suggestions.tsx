import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { suggestionsQuery, type ConnectorClient } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import { acceptSuggestions } from './accept-suggestions.js';

/** Rooms, floors and homes that the technology knows, to be made units. */
export function Suggestions({ client }: { client: ConnectorClient }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const { data: suggestions = [] } = useQuery(suggestionsQuery(trellis, client.id));
  const accept = useMutation({
    mutationFn: () => acceptSuggestions(trellis.forSubject(idOf(client.subject.href)), suggestions),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['units'] }),
  });
  if (suggestions.length === 0) return null;
  return (
    <Section
      title="Suggested units"
      actions={
        accept.isSuccess ? (
          <Link to="/units">See the units</Link>
        ) : (
          <Button variant="default" loading={accept.isPending} onClick={() => accept.mutate()}>
            {`Create ${suggestions.length} units`}
          </Button>
        )
      }
    >
      <Card isFlush>
        <List label="Suggested units">
          {suggestions.map(({ id, name, type, parent, things }) => (
            <ListItem
              key={id}
              title={name}
              note={[type, parent && `in ${suggestions.find((one) => one.id === parent)?.name}`]
                .filter(Boolean)
                .join(' · ')}
              side={`${things.length} ${things.length === 1 ? 'thing' : 'things'}`}
            />
          ))}
        </List>
      </Card>
    </Section>
  );
}
