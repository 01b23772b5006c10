import { ActionIcon } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { idOf } from '../api/references.js';
import { seeingSubjectsQuery, type Unit } from '../api/units.js';
import { LineForm } from '../components/line-form.js';
import { SubjectLink } from '../components/links.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { Facts, Reasons } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';

export function UnitSubjects({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['unit', unit.id] });
  const query = useInfiniteQuery(seeingSubjectsQuery(trellis, unit.id));
  const path = { id: unit.id };
  const link = useMutation({
    mutationFn: (id: string) => trellis.post('/units/{id}/subjects', { path, body: { id } }),
    onSuccess,
  });
  const unlink = useMutation({
    mutationFn: (other: string) =>
      trellis.delete('/units/{id}/subjects/{other}', { path: { ...path, other } }),
    onSuccess,
  });
  return (
    <Section
      title="Subjects"
      actions={
        <May scope="svc.units.admin">
          <LineForm
            label="Subject"
            placeholder="Subject"
            maxLength={256}
            submitLabel="Link"
            isPrimary
            isBusy={link.isPending}
            onSubmit={(id, form) => link.mutate(id, { onSuccess: () => form.reset() })}
          />
        </May>
      }
    >
      <Card>
        <Facts facts={{ Owner: unit.owner, Id: <code>{unit.id}</code> }} />
      </Card>
      <PagedList query={query} label="Subjects" empty={<NoSubjects />}>
        {({ href, reasons }) => {
          const id = idOf(href);
          return (
            <ListItem
              key={href}
              title={<SubjectLink href={href} />}
              side={
                <>
                  <Reasons reasons={reasons} />
                  {reasons.includes('linked') && (
                    <May scope="svc.units.admin">
                      <ActionIcon aria-label={`Unlink ${id}`} onClick={() => unlink.mutate(id)}>
                        <IconUnlink size={16} stroke={1.6} />
                      </ActionIcon>
                    </May>
                  )}
                </>
              }
            />
          );
        }}
      </PagedList>
    </Section>
  );
}

const NoSubjects = () => (
  <Empty title="No subjects">An end user can see a unit if it is linked to them.</Empty>
);
