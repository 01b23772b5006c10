import { createCommand, runCommand } from '@trellis/tools/command-line';
import { baseImage, requireBaseImage } from './images/base.js';
import {
  buildImages,
  deriveImage,
  downloadedBytes,
  inspectImage,
  targets,
} from './images/build.js';
import { checkImages } from './images/check.js';
import { requireContainers } from './images/container.js';
import { buildLabels, constantLabels } from './images/labels.js';
import { startServers } from './images/servers.js';

/** The largest that an image may be, without compression. That of the migrations has the bundles of all services. */
const maxBytes = 220_000_000;

/** The largest download of the agent, which goes to small computers at home. */
const maxAgentBytes = 80_000_000;

const { base, wherePossible } = createCommand(
  'npm run test:images --',
  'Builds the images and runs them, read-only and as uid 1000: needs buildah, podman, runc and ' +
    'redis-server, and root.',
)
  .option(
    '--base <image>',
    'image with Node to build from, such as node:24-slim; by default one is made with mmdebstrap',
  )
  .option(
    '--where-possible',
    'does nothing, and says so, on a machine that cannot run containers; where it is busy, services may be ' +
      'ready late, but not for want of CPU',
    false,
  )
  .parse()
  .opts<{ base?: string; wherePossible: boolean }>();

await runCommand(async () => {
  const nodeImage = base ?? baseImage;
  try {
    if (!base) requireBaseImage();
    requireContainers(nodeImage);
  } catch (error) {
    if (!wherePossible) throw error;
    process.stderr.write(`Images skipped: ${(error as Error).message}\n`);
    return;
  }
  buildImages(nodeImage);
  deriveImage();
  for (const target of targets) {
    const { Size: bytes, User, Labels } = inspectImage(target);
    process.stdout.write(`${target}: ${Math.round(bytes / 1e6)} MB\n`);
    if (bytes > maxBytes) throw new Error(`${target} is larger than ${maxBytes / 1e6} MB.`);
    if (User !== '1000:1000') throw new Error(`${target} runs as ${User}.`);
    const labels = { ...constantLabels(), ...buildLabels() };
    const missing = Object.entries(labels).find(([name, value]) => Labels[name] !== value);
    if (missing) throw new Error(`${target} does not have the label ${missing.join('=')}.`);
  }
  const downloaded = downloadedBytes('agent');
  process.stdout.write(`agent: ${Math.round(downloaded / 1e6)} MB compressed\n`);
  if (downloaded > maxAgentBytes) throw new Error('The agent is too large a download.');
  const servers = await startServers();
  try {
    const starts = await checkImages(servers, { mayBeSlow: wherePossible });
    for (const [service, { readyMs, cpuSeconds }] of starts) {
      process.stdout.write(`${service}: ready after ${readyMs} ms, ${cpuSeconds} s of CPU\n`);
    }
  } finally {
    await servers.stop();
  }
  process.stdout.write('The images run.\n');
});
