import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';

interface Manifest {
  workspaces: string[];
  nx: { tags: string[] };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The folders of all projects. */
const projects = manifestIn('.').workspaces.flatMap((pattern) => {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(join(root, parent))
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
});

interface Boundary {
  sourceTag: string;
  onlyDependOnLibsWithTags: string[];
}

const { boundaries } = (await import(pathToFileURL(join(root, 'boundaries.mjs')).href)) as {
  boundaries: Boundary[];
};

test('every project has tags', () => {
  expect(projects.filter((folder) => manifestIn(folder).nx.tags.length === 0)).toEqual([]);
});

test('every tag has exactly one row of boundaries, and every row a tag', () => {
  const tags = new Set(projects.flatMap((folder) => manifestIn(folder).nx.tags));
  expect(boundaries.map(({ sourceTag }) => sourceTag).sort()).toEqual([...tags].sort());
});

test('rows allow only tags that exist', () => {
  const rows = new Set(boundaries.map(({ sourceTag }) => sourceTag));
  const allowed = boundaries.flatMap((row) => row.onlyDependOnLibsWithTags);
  expect(allowed.filter((tag) => !rows.has(tag))).toEqual([]);
});
