import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unitsQuery, type Unit } from '../api/units.js';
import { DialogButton } from '../components/dialogs.js';
import { Empty, PagedList } from '../components/list.js';
import { SearchField } from '../components/search-field.js';
import { ListedUnitRow } from '../components/rows.js';
import { useTrellis } from '../session/session.js';
import { LinkProblem, useLink } from './links.js';
import classes from './units.module.css';

interface LinkExistingProps {
  unit: Unit;
  role: 'child' | 'parent';
}

const texts = {
  child: { button: 'Add existing unit', title: 'Add units to', choose: 'Add', done: 'Added' },
  parent: {
    button: 'Add parent',
    title: 'Add parents to',
    choose: 'Add',
    done: 'Added',
  },
};

export function LinkExisting({ unit, role }: LinkExistingProps) {
  const { button, title } = texts[role];
  return (
    <DialogButton label={button} title={`${title} “${unit.name}”`}>
      {() => <Choice unit={unit} role={role} />}
    </DialogButton>
  );
}

function Choice({ unit, role }: LinkExistingProps) {
  const [search, setSearch] = useState<string>();
  const { link } = useLink();
  const query = useInfiniteQuery(unitsQuery(useTrellis(), search ? { search } : {}));
  const { choose, done } = texts[role];
  const linked = new Set((role === 'child' ? unit.children : unit.parents).map(({ href }) => href));
  const chooseOne = (id: string) =>
    link.mutate(role === 'child' ? { parent: unit.id, child: id } : { parent: id, child: unit.id });
  return (
    <div className={classes.form}>
      <SearchField label="Search by name" value={search} onChange={setSearch} />
      {link.error !== null && <LinkProblem error={link.error} onClose={link.reset} />}
      <PagedList query={query} label="Units to choose" empty={<Empty title="No units found" />}>
        {({ id, href, name, type, things }) => (
          <ListedUnitRow
            key={id}
            unit={{ id, name, type, things }}
            side={
              id === unit.id ? (
                'This unit'
              ) : linked.has(href) ? (
                done
              ) : (
                <Button
                  variant="light"
                  aria-label={`${choose} ${name}`}
                  loading={link.isPending && Object.values(link.variables).includes(id)}
                  onClick={() => chooseOne(id)}
                >
                  {choose}
                </Button>
              )
            }
          />
        )}
      </PagedList>
    </div>
  );
}
