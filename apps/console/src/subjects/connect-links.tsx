import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { connectSessionsQuery } from '../api/connectors.js';
import { requesterText, useAppNames } from '../components/app-names.js';
import { DeleteDialog } from '../components/dialogs.js';
import { ListItem, PagedList } from '../components/list.js';
import { Section } from '../components/page.js';
import { Moment, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';

/** The links with which an end user can connect technologies; nothing if there are none. */
export function ConnectLinks({ subject }: { subject: string }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const nameOf = useAppNames();
  const key = connectSessionsQuery(trellis, subject);
  const query = useInfiniteQuery(key);
  const hasAny = query.data?.pages.some(({ items }) => items.length > 0);
  if (!hasAny && !query.error) return null;
  return (
    <Section title="Connect links">
      <PagedList query={query} label="Connect links" empty={null}>
        {({ id, app, types, created, expires_at }) => (
          <ListItem
            key={id}
            title={types?.join(', ') ?? 'All technologies'}
            note={
              <>
                Created <Time at={created} /> by {requesterText({ app }, nameOf)}
              </>
            }
            side={
              <>
                <span>
                  Until <Moment at={expires_at} />
                </span>
                <May scope="svc.connector">
                  <DeleteDialog
                    title="Revoke the link"
                    label="Revoke"
                    onDelete={() => trellis.delete('/connect/sessions/{id}', { path: { id } })}
                    onDeleted={() => void queries.invalidateQueries({ queryKey: key.queryKey })}
                  >
                    It stops working at once. What was connected with it stays.
                  </DeleteDialog>
                </May>
              </>
            }
          />
        )}
      </PagedList>
    </Section>
  );
}
