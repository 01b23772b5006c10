import { Button, Input } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { subjectsQuery } from '../api/account.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { SubjectLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import classes from './subjects.module.css';

export default function SubjectsScreen() {
  const query = useInfiniteQuery(subjectsQuery(useTrellis()));
  const navigate = useNavigate();
  function open(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('id')).trim();
    void navigate({ to: '/subjects/$id', params: { id } });
  }
  return (
    <Page
      title="Subjects"
      lead="The end users of your app, by their ids in your app. Each has its own things, clients and units."
      actions={
        <form className={classes.open} onSubmit={open}>
          <Input
            size="xs"
            type="search"
            name="id"
            aria-label="Subject id"
            placeholder="Subject id"
            required
          />
          <Button type="submit" variant="default">
            Open
          </Button>
        </form>
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
