import type { ApiAnswer } from '@trellis/testing';
import { range } from '../../numbers.js';
import { load } from '../load.js';
import { countOf, type Graph, type Measured, measureRequests } from './requests.js';

/** Number of subjects that see a unit near the root. */
const seeingCount = 1_000;

export const subjectOf = (number: number): string => `resident-${number % seeingCount}`;

/** Links subjects: many to a unit near the root, one to many units and to a leaf. */
export async function linkSubjects({ path, target }: Graph, units: string[]): Promise<void> {
  const [, site] = path as [string, string];
  const links = [
    ...range(seeingCount).map((number) => [site, subjectOf(number)]),
    ...[...units, path.at(-1)!].map((unit) => [unit, subjectOf(0)]),
  ].values();
  await load({
    ...target,
    inFlight: 64,
    stop: { requests: seeingCount + units.length + 1 },
    next() {
      const [unit, id] = links.next().value as [string, string];
      return { method: 'POST', path: `/units/${unit}/subjects`, body: { id } };
    },
  });
}

export async function measureQuestions(graph: Graph): Promise<void> {
  await measureRequests(graph, [
    ...visibility(graph.path),
    ...summaries(graph.path),
    ...previews(graph.path),
  ]);
}

function visibility(path: string[]): Measured[] {
  const [root, site] = path as [string, string];
  const leaf = path.at(-1)!;
  const ofUnits = [root, site, leaf].flatMap((unit) =>
    ['', '?include=things', `?subject=${subjectOf(0)}`].map((query) => ({
      path: `/units/${unit}/visibility${query}`,
    })),
  );
  const ofSubject = ['', '?include=things', `?unit=${site}`, `?unit=${leaf}`].map((query) => ({
    path: `/subjects/${subjectOf(0)}/visibility${query}`,
  }));
  return [...ofUnits, ...ofSubject].map(({ path }) => ({ path, shown: countOf }));
}

function summaries([root, site, building]: string[]): Measured[] {
  const shown = ({ units, things }: ApiAnswer['body']) =>
    `${units.count} units, ${things.count} things`;
  return [root, site, building].flatMap((unit) =>
    ['', '?of=temperature', '?of=temperature,level'].map((query) => ({
      path: `/units/${unit!}/summary${query}`,
      // The root, on a slow or busy machine.
      refusal: 504,
      shown,
    })),
  );
}

/** Selects things of which one in a hundred has a high level, so that most previews fit the limit. */
function previews([root, site, building]: string[]): Measured[] {
  const high = { type: 'TemperatureSensor', q: 'values.level==99' };
  const all = { type: 'TemperatureSensor' };
  const selections = [
    { ...high, below: root },
    { ...high, below: site },
    { ...all, below: building },
    // Exceeds the limit unless the graph is small.
    { ...all, below: root },
  ];
  return selections.map((select) => ({
    method: 'POST',
    path: '/interactions/batch?dry_run=true',
    body: { select, property: 'level', value: 2 },
    refusal: 400,
    shown: ({ things }: ApiAnswer['body']) => `${things.length} things`,
  }));
}
