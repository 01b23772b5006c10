import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@trellis/local-postgres';
import { installed, startProgram } from './program.js';

export interface TestMosquitto {
  port: number;
  /** `mqtt://localhost:port`, or `mqtts://` with TLS. */
  url: string;
  /** The id of its process. */
  pid(): number;
  /** Ends it until `start`; what is retained survives. */
  halt(): Promise<void>;
  start(): Promise<void>;
  /** In which second each connection to it began (s since 1970), in order. */
  connections(): number[];
  stop(): Promise<void>;
}

export interface MosquittoOptions {
  /** Passwords by user name. Without it, anonymous clients may connect. */
  users?: Record<string, string>;
  /** Certificate and key of the broker (PEM). Without it, the broker does not use TLS. */
  tls?: { certificate: string; key: string };
  /** Lines of an access control list (mosquitto.conf(5), `acl_file`). */
  acl?: string[];
}

/** Starts a Mosquitto with files of its own, if it is installed. */
export async function startMosquitto({ users, tls, acl }: MosquittoOptions = {}): Promise<
  TestMosquitto | undefined
> {
  if (!installed('mosquitto')) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'trellis-mosquitto-'));
  // Started by root, Mosquitto changes to another user before it reads the files.
  chmodSync(directory, 0o777);
  const file = (name: string, lines: string[]) => {
    const path = join(directory, name);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o644 });
    return path;
  };
  const port = await freePort();
  const logFile = join(directory, 'log');
  const configuration = [
    `listener ${port} 127.0.0.1`,
    'persistence true',
    `persistence_location ${directory}/`,
    `log_dest file ${logFile}`,
    'log_type notice',
    `allow_anonymous ${users === undefined}`,
    ...(users ? [`password_file ${file('users', Object.entries(users).map(passwordLine))}`] : []),
    ...(acl ? [`acl_file ${file('acl', acl)}`] : []),
    ...(tls
      ? [`certfile ${file('cert.pem', [tls.certificate])}`, `keyfile ${file('key.pem', [tls.key])}`]
      : []),
  ];
  const path = file('mosquitto.conf', configuration);
  const start = () => startProgram('mosquitto', ['-c', path], port);
  let running = await start();
  return {
    port,
    url: `${tls ? 'mqtts' : 'mqtt'}://localhost:${port}`,
    pid: () => running.process.pid!,
    halt: () => running.stop(),
    async start() {
      running = await start();
    },
    connections: () =>
      Array.from(readFileSync(logFile, 'utf8').matchAll(/^(\d+): New connection/gm), ([, second]) =>
        Number(second),
      ),
    async stop() {
      await running.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A line of a password file as mosquitto_passwd(1) writes it: PBKDF2 with SHA-512. */
function passwordLine([user, password]: [string, string]): string {
  const salt = randomBytes(12);
  const iterations = 101;
  const hash = pbkdf2Sync(password, salt, iterations, 64, 'sha512');
  return `${user}:$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`;
}
