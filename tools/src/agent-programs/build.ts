import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const agent = join(root, 'apps/agent');

/** The processors for which npm has a Node for Linux: of a Raspberry Pi, and of PCs. */
export const architectures = ['arm64', 'x64'] as const;
export type Architecture = (typeof architectures)[number];

/** The first LTS line of Node that builds programs by itself (`--build-sea`). */
const nodeVersion = '26.12.1';

interface AgentProgram {
  program: string;
  /** The program and the licenses of what is in it. */
  archive: string;
  /** Size of the archive. */
  bytes: number;
}

/**
 * Builds the agent as one file for each architecture in a folder: Node and a bundle (single executable application). They
 * can all be built on one machine, since nothing in them is compiled for it.
 */
export function buildAgentPrograms(
  folder: string,
  wanted: readonly Architecture[],
): AgentProgram[] {
  const builder = requireNode(process.arch);
  rmSync(folder, { recursive: true, force: true });
  const bundle = join(folder, 'bundle');
  run(process.execPath, [join(root, 'tools/src/bundle.mjs'), bundle], agent);
  const programs = wanted.map((architecture) => buildProgram(architecture, { folder, builder }));
  rmSync(bundle, { recursive: true });
  return programs;
}

function buildProgram(
  architecture: Architecture,
  { folder, builder }: { folder: string; builder: string },
): AgentProgram {
  const node = requireNode(architecture);
  const output = join(folder, `linux-${architecture}`);
  mkdirSync(output, { recursive: true });
  const program = join(output, 'trellis-agent');
  const configuration = join(folder, 'bundle/sea.json');
  const main = join(folder, 'bundle/main.js');
  const always = { mainFormat: 'module', disableExperimentalSEAWarning: true };
  // Options for Node in the environment are not for the agent.
  const given = { ...always, execArgvExtension: 'none', main, executable: node, output: program };
  writeFileSync(configuration, JSON.stringify(given));
  run(builder, ['--build-sea', configuration]);

  copyFileSync(join(root, 'LICENSE'), join(output, 'LICENSE'));
  const licenses = join(output, 'LICENSES.txt');
  copyFileSync(join(folder, 'bundle/LICENSES.txt'), licenses);
  const nodeLicense = readFileSync(join(dirname(node), '../LICENSE'), 'utf8');
  appendFileSync(licenses, `\n${'-'.repeat(80)}\n\nNode.js ${nodeVersion}\n\n${nodeLicense}`);
  const archive = join(folder, `trellis-agent-linux-${architecture}.tar.gz`);
  run('tar', ['-czf', archive, '-C', output, 'trellis-agent', 'LICENSE', 'LICENSES.txt']);
  return { program, archive, bytes: statSync(archive).size };
}

/** Returns the path of Node for Linux on an architecture, from npm. */
function requireNode(architecture: string): string {
  const name = `node-linux-${architecture}`;
  const folder = join(root, 'node_modules/.cache', `${name}-${nodeVersion}`);
  const node = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(node)) return node;
  const platform = ['--os=linux', `--cpu=${architecture}`, '--force'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts'];
  run('npm', [...install, ...platform, ...quiet, `${name}@${nodeVersion}`]);
  return node;
}

function run(program: string, args: readonly string[], cwd = root): void {
  const { status, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`, { cause: error });
}
