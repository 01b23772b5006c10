import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  kustomizations,
  parseObjects,
  readRendered,
  render,
  renderedFile,
  renderedHead,
} from './rendered.js';

/** No package of Debian or npm has a kubectl of 1.30 or newer, so that not even CI can be sure of it. */
const hasKubectl = !spawnSync('kubectl', ['version', '--client']).error;

test.each(kustomizations)('%s is rendered from the sources that are here', (kustomization) => {
  const [head] = readFileSync(renderedFile(kustomization), 'utf8').split(/(?<=\n)/);
  expect(head).toBe(renderedHead());
});

(hasKubectl ? test : test.skip).each(kustomizations)(
  '%s is what kubectl renders',
  (kustomization) => {
    expect(readRendered(kustomization)).toEqual(parseObjects(render(kustomization)));
  },
);
