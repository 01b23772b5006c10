import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { idOf } from '../api/references.js';
import {
  activateScene,
  scenesQuery,
  type Activation,
  type BatchResult,
  type Scene,
} from '../api/scenes.js';
import { thingQuery } from '../api/things.js';
import type { Unit } from '../api/units.js';
import { DeleteDialog, FormDialog } from '../components/dialogs.js';
import { counted } from '../components/format.js';
import { LineForm } from '../components/line-form.js';
import { Empty, ListItem, PagedList } from '../components/list.js';
import { Section } from '../components/page.js';
import { Status, Time } from '../components/values.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import classes from './units.module.css';

export function UnitScenes({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const query = useInfiniteQuery(scenesQuery(trellis, unit.id));
  const onSuccess = useScenesChanged(unit);
  const create = useMutation({
    mutationFn: (name: string) =>
      trellis.post('/units/{id}/scenes', { path: { id: unit.id }, body: { name } }),
    onSuccess,
  });
  return (
    <Section
      title="Scenes"
      actions={
        <May scope="svc.things.admin">
          <LineForm
            label="Name of the scene"
            placeholder="Name of the scene"
            maxLength={256}
            submitLabel="Save the current state"
            isBusy={create.isPending}
            onSubmit={(name, form) => create.mutate(name, { onSuccess: () => form.reset() })}
          />
        </May>
      }
    >
      <PagedList query={query} label="Scenes" empty={<NoScenes />}>
        {(scene) => <SceneItem key={scene.id} unit={unit} scene={scene} />}
      </PagedList>
    </Section>
  );
}

const NoScenes = () => (
  <Empty title="No scenes">
    A scene saves the state of the things in and below this unit, to restore it later.
  </Empty>
);

function useScenesChanged({ id }: Unit) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['unit', id, 'scenes'] });
}

function SceneItem({ unit, scene }: { unit: Unit; scene: Scene }) {
  const trellis = useTrellis();
  const onChanged = useScenesChanged(unit);
  const path = { id: scene.id };
  const activate = useMutation({ mutationFn: () => activateScene(trellis, scene.id) });
  const capture = useMutation({
    mutationFn: () => trellis.post('/scenes/{id}/capture', { path }),
    onSuccess: onChanged,
  });
  return (
    <ListItem
      title={scene.name}
      note={
        <>
          Saved <Time at={scene.modified} />
          {activate.data && <Outcome {...activate.data} />}
        </>
      }
      side={
        <>
          <May scope="svc.things.act">
            <Button
              aria-label={`Activate ${scene.name}`}
              loading={activate.isPending}
              onClick={() => activate.mutate()}
            >
              Activate
            </Button>
          </May>
          <May scope="svc.things.admin">
            <Button
              variant="default"
              aria-label={`Save again in ${scene.name}`}
              loading={capture.isPending}
              onClick={() => capture.mutate()}
            >
              Save again
            </Button>
            <FormDialog
              label="Rename"
              title={`Rename “${scene.name}”`}
              submitLabel="Save"
              onSubmit={(entered) =>
                trellis.patch('/scenes/{id}', { path, body: { name: String(entered.get('name')) } })
              }
              onDone={onChanged}
            >
              <TextInput
                name="name"
                label="Name"
                defaultValue={scene.name}
                required
                maxLength={256}
                data-autofocus
              />
            </FormDialog>
            <DeleteDialog
              title={`Delete the scene “${scene.name}”`}
              onDelete={() => trellis.delete('/scenes/{id}', { path })}
              onDeleted={onChanged}
            />
          </May>
        </>
      }
    />
  );
}

function Outcome({ progress, failures }: Activation) {
  const { completed, failed, pending, running } = progress;
  const underWay = pending + running;
  return (
    <div role="status" className={classes.outcome}>
      {completed > 0 && <Status tone="good">{counted(completed, 'thing')} restored</Status>}
      {underWay > 0 && <Status tone="wait">{counted(underWay, 'thing')} under way</Status>}
      {failed > 0 && <Status tone="bad">{counted(failed, 'thing')} not restored</Status>}
      {completed + underWay + failed === 0 && <Status tone="calm">Nothing to restore</Status>}
      {failures.map((result) => (
        <Failure key={result.id} {...result} />
      ))}
    </div>
  );
}

function Failure({ thing: { href }, problem }: BatchResult) {
  const id = idOf(href);
  const { data: thing } = useQuery({ ...thingQuery(useTrellis(), id), retry: false });
  return (
    <div>
      {thing ? (
        <Link to="/things/$id" params={{ id }}>
          {thing.title}
        </Link>
      ) : (
        <code>{id}</code>
      )}
      : {problem?.detail}
    </div>
  );
}
