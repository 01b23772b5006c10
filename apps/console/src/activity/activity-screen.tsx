import { VisuallyHidden } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Operation, OperationConditions } from '../api/activity.js';
import { descriptionsQuery } from '../api/connectors.js';
import { Empty } from '../components/list.js';
import { Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { ActivityFilters } from './activity-filters.js';
import { Timeline } from './timeline.js';

/** Everything that was done for clients, by conditions that are in the address. */
export default function ActivityScreen() {
  const search = useSearch({ from: '/activity' });
  const { operation, ...given } = search;
  const conditions = given as OperationConditions;
  const navigate = useNavigate();
  const onOpen = (opened: string | undefined) =>
    void navigate({
      to: '/activity',
      search: { ...search, operation: opened },
      replace: true,
      resetScroll: false,
    });
  const nameOf = useConnectorNames();
  const clientOf = ({ subject, connector_type_id: type }: Operation) =>
    subject === undefined ? nameOf(type) : `${nameOf(type)} of ${subject}`;
  const isFiltered = Object.keys(conditions).length > 0;
  return (
    <Page
      title="Activity"
      lead="Polls, writes and everything else that was done for your clients, with the requests of what failed."
    >
      <ActivityFilters />
      <VisuallyHidden component="h2">Operations</VisuallyHidden>
      <Timeline
        conditions={conditions}
        pageSize={50}
        opened={operation}
        onOpen={onOpen}
        clientOf={clientOf}
        empty={
          <Empty icon={IconActivity} title={isFiltered ? 'None' : 'Nothing yet'}>
            {isFiltered
              ? 'Nothing meets all of these conditions.'
              : 'What is done for the clients of your end users appears here as it happens.'}
          </Empty>
        }
      />
    </Page>
  );
}

/** Returns a lookup of the names of connector types. */
function useConnectorNames(): (type: string) => string {
  const { data } = useQuery(descriptionsQuery(useTrellis()));
  return (type) => data?.find(({ type_id }) => type_id === type)?.name ?? type;
}
