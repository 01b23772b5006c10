import {
  createRecorder,
  createRedaction,
  isPin,
  redactRequest,
  type Memory,
  type Recorder,
  type Redaction,
} from '@trellis/connector-sdk';
import type { OperationRequest } from '@trellis/contracts';
import { shownRequests } from './requests.js';

/** The exchanges of a session, and the secrets that they may contain. */
export interface SessionRecording {
  record: Recorder;
  /** Adds a secret that the session has used. */
  addSecret(secret: string): void;
  /** Adds the texts of a memory as secrets, when they are read or written. */
  watch(memory: Memory): Memory;
  /** Removes secrets from the exchanges since a time (ms since 1970) for good. */
  conceal(secrets: readonly string[], since: number): void;
  /** Returns what removes all these secrets. */
  redaction(): Redaction;
  /** Returns the exchanges since a time (ms since 1970), without secrets. */
  requests(since?: number): OperationRequest[];
}

interface Secrets {
  /** Returns the secrets in the configurations. */
  configured(): string[];
  /** Returns the names of members whose values are secrets, besides usual ones. */
  names(): readonly string[];
}

export function createSessionRecording({ configured, names }: Secrets): SessionRecording {
  const record = createRecorder();
  const used = new Set<string>();
  const remembered = new Set<string>();
  /** Adds the latest secret of a set; one that is dropped is removed from the exchanges for good. */
  const add = (secrets: Set<string>, secret: string) => {
    secrets.delete(secret);
    secrets.add(secret);
    if (secrets.size <= maxSecrets) return;
    const [oldest = ''] = secrets;
    secrets.delete(oldest);
    conceal([oldest, ...secretsInText(oldest)], 0);
  };
  const addText = (name: string, text: string | undefined) => {
    // The ids by which devices are recognized are no secrets.
    if (text !== undefined && !isPin(name)) add(remembered, text);
  };
  const conceal = (secrets: readonly string[], since: number) => {
    if (secrets.length === 0) return;
    const redaction = createRedaction(secrets);
    for (const request of record.requests()) {
      if (request.at >= since) Object.assign(request, redactRequest(request, redaction));
    }
  };
  const redaction = () => {
    const secrets = [...configured(), ...used, ...[...remembered].flatMap(secretsInText)];
    return createRedaction(secrets, names());
  };
  return {
    record,
    redaction,
    addSecret: (secret) => add(used, secret),
    watch: (memory) => ({
      async get(name) {
        const text = await memory.get(name);
        addText(name, text);
        return text;
      },
      set(name, text) {
        addText(name, text);
        return memory.set(name, text);
      },
      replace(name, text, current) {
        addText(name, text);
        return memory.replace(name, text, current);
      },
      delete: (name) => memory.delete(name),
    }),
    conceal,
    requests(since = 0) {
      const recorded = record.requests().filter(({ at }) => at >= since);
      return shownRequests(recorded, redaction());
    },
  };
}

/** The most secrets and texts of a session, which may last for weeks. */
const maxSecrets = 100;

/** The shortest text of a memory that counts as a secret: shorter ones are flags and counters (characters). */
const minLength = 8;

/** Returns the secrets in a text of a memory, which may be JSON. */
function secretsInText(text: string): string[] {
  const found = [text];
  try {
    JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === 'string') found.push(value);
      return value;
    });
  } catch {
    // It is no JSON.
  }
  return found.filter(({ length }) => length >= minLength);
}
