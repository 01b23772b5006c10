import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { subjectsQuery } from '../api/account.js';
import { LineForm } from '../components/line-form.js';
import { SubjectLink } from '../components/links.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';

export default function SubjectsScreen() {
  const query = useInfiniteQuery(subjectsQuery(useTrellis()));
  const navigate = useNavigate();
  return (
    <Page
      title="Subjects"
      lead="The end users of your app, by their ids in your app. Each has its own things, clients and units."
      actions={
        <LineForm
          type="search"
          label="Subject id"
          placeholder="Subject id"
          submitLabel="Open"
          onSubmit={(id) => void navigate({ to: '/subjects/$id', params: { id: id.trim() } })}
        />
      }
    >
      <PagedList query={query} label="Subjects" empty={<NoSubjects />}>
        {({ href }) => <ListItem key={href} title={<SubjectLink href={href} />} />}
      </PagedList>
    </Page>
  );
}

const NoSubjects = () => (
  <Empty icon={IconUsers} title="No subjects yet">
    A subject appears once your app has acted for it by sending its id in{' '}
    <code>X-External-Subject-Id</code>.
  </Empty>
);
