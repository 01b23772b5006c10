import { Autocomplete, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { subjectsQuery } from '../api/account.js';
import { itemsOf } from '../api/pages.js';
import { idOf } from '../api/references.js';
import { FormDialog } from '../components/dialogs.js';
import { useTrellis } from '../session/session.js';
import type { Pairable } from './pairing.js';

export function NewAgent({ onCreated }: { onCreated(created: Pairable): void }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  async function create(entered: FormData): Promise<Pairable> {
    const text = (name: string) => String(entered.get(name)).trim();
    const body = { name: text('name') };
    const { data } = await trellis.forSubject(text('subject')).post('/agents', { body });
    await queries.invalidateQueries({ queryKey: ['agents'] });
    return { id: data.id, pairing: data.pairing };
  }
  return (
    <FormDialog
      label="New agent"
      title="New agent"
      isPrimary
      submitLabel="Create"
      onSubmit={create}
      onDone={onCreated}
    >
      <SubjectField />
      <TextInput
        name="name"
        label="Name"
        description="Where it runs, such as “Home”. The end user sees it."
        defaultValue="Home"
        maxLength={100}
        required
      />
    </FormDialog>
  );
}

function SubjectField() {
  const subjects = itemsOf(useInfiniteQuery(subjectsQuery(useTrellis())).data);
  return (
    <Autocomplete
      name="subject"
      label="Subject"
      description="The id of your end user in your app. Only clients of this subject can use the agent."
      placeholder="alice"
      required
      maxLength={256}
      data={subjects.map(({ href }) => idOf(href))}
      limit={8}
      data-autofocus
    />
  );
}
