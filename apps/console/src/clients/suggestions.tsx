import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { suggestionsQuery, type ConnectorClient, type UnitSuggestion } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { counted } from '../components/format.js';
import { List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session.js';
import { acceptSuggestions } from './accept-suggestions.js';

/** Rooms, floors and homes of the technology that can be created as units. */
export function Suggestions({ client }: { client: ConnectorClient }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const { data: suggestions = [] } = useQuery(suggestionsQuery(trellis, client.id));
  const [unwanted, setUnwanted] = useState<ReadonlySet<string>>(new Set());
  const wanted = suggestions.filter(({ id }) => !unwanted.has(id));
  const accept = useMutation({
    mutationFn: () =>
      acceptSuggestions(trellis.forSubject(idOf(client.subject.href)), client.id, wanted),
    meta: { showsProblem: true },
    onSettled: () => queries.invalidateQueries({ queryKey: ['units'] }),
  });
  function choose(id: string, isWanted: boolean) {
    const others = [...unwanted].filter((one) => one !== id);
    setUnwanted(new Set(isWanted ? others : [...others, id]));
    accept.reset();
  }
  if (suggestions.length === 0) return null;
  return (
    <Section
      title="Suggested units"
      actions={
        <Button
          variant="default"
          disabled={wanted.length === 0}
          loading={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {`Create ${counted(wanted.length, 'unit')}`}
        </Button>
      }
    >
      <div role="status">
        {accept.data && (
          <>
            {counted(accept.data.created, 'unit')} created
            {accept.data.created < wanted.length &&
              `, ${wanted.length - accept.data.created} already existed`}
            . <Link to="/units">See the units</Link>
          </>
        )}
      </div>
      {accept.error && <ProblemAlert error={accept.error} />}
      <Card isFlush>
        <List label="Suggested units">
          {suggestions.map((suggestion) => (
            <ListItem
              key={suggestion.id}
              title={
                <Checkbox
                  size="xs"
                  label={suggestion.name}
                  checked={!unwanted.has(suggestion.id)}
                  onChange={({ target }) => choose(suggestion.id, target.checked)}
                />
              }
              note={noteOf(suggestion, suggestions)}
              side={counted(suggestion.things.length, 'thing')}
            />
          ))}
        </List>
      </Card>
    </Section>
  );
}

function noteOf({ type, parent }: UnitSuggestion, suggestions: UnitSuggestion[]): string {
  const within = parent && suggestions.find(({ id }) => id === parent)?.name;
  return within ? `${type} · in ${within}` : type;
}
