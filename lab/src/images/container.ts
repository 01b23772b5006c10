import { readCpu } from '../bench/processes.js';
import { run } from './run.js';
import { imageOf, type Target } from './build.js';

export interface ContainerOptions {
  target: Target;
  /** Runs an image that is derived from that of the target. */
  image?: string | undefined;
  environment: Record<string, string>;
  /** Program and arguments instead of those of the image; only arguments if it has an entry point. */
  command?: string[];
  /** Volume for the state of the agent. */
  volume?: string | undefined;
}

/** Restrictions like those of Kubernetes' restricted profile. */
const restrictions = [
  '--runtime',
  'runc',
  '--network=host',
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--ulimit',
  'nofile=4096:4096',
  '--ulimit',
  'nproc=4096:4096',
];

const settings = ({
  target,
  image = imageOf(target),
  environment,
  command = [],
  volume,
}: ContainerOptions): string[] => [
  ...restrictions,
  ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ...(volume === undefined ? [] : ['--volume', `${volume}:/data`]),
  image,
  ...command,
];

/** Throws podman's error on a machine that cannot run containers. */
export function requireContainers(image: string): void {
  run('podman', ['run', '--rm', ...restrictions, image, 'node', '--version']);
}

export const runContainer = (options: ContainerOptions): string =>
  run('podman', ['run', '--rm', ...settings(options)]);

export interface Container {
  /** Sends SIGTERM and returns the exit code. */
  stop(): number;
  /** Returns the CPU time since the start (s). */
  cpuSeconds(): number;
  logs(): string;
  /** Runs the health check of the image; throws if it fails. */
  checkHealth(): void;
  remove(): void;
}

export function startContainer(options: ContainerOptions): Container {
  const id = run('podman', ['run', '--detach', ...settings(options)]);
  return {
    stop() {
      run('podman', ['stop', '--time=15', id]);
      return Number(run('podman', ['inspect', '--format={{.State.ExitCode}}', id]));
    },
    cpuSeconds() {
      const pid = Number(run('podman', ['inspect', '--format={{.State.Pid}}', id]));
      return readCpu({ pid }).pid! / 1_000;
    },
    logs: () => run('podman', ['logs', id]),
    checkHealth: () => void run('podman', ['healthcheck', 'run', id]),
    remove: () => void run('podman', ['rm', '--force', '--time=0', id]),
  };
}
