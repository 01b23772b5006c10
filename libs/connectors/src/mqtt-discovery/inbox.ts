import { Payload } from './payload.js';

const maxTopics = 20_000;
const maxPayloadBytes = 256 * 1024;
/** Of all payloads and topics together. */
const maxBytes = 32 * 1024 * 1024;

/** What was received from a broker: the last payload of each topic, within limits. */
export class Inbox {
  readonly payloads = new Map<string, Payload>();
  /** When the last retained message was received (ms since 1970); 0 before the first. */
  lastRetainedAt = 0;
  /** Whether messages were dropped because the inbox was full. */
  isFull = false;
  #bytes = 0;
  readonly #isWanted: (topic: string) => boolean;

  constructor(isWanted: (topic: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Adds a message. One that is too large is ignored; an empty one clears its topic. */
  add(topic: string, message: Buffer, { retain }: { retain: boolean }): void {
    if (!this.#isWanted(topic)) return;
    if (retain) this.lastRetainedAt = Date.now();
    if (message.length > maxPayloadBytes) return;
    this.#bytes += Buffer.byteLength(topic) + message.length;
    const isNew = !this.payloads.has(topic);
    if (this.#bytes > maxBytes || (isNew && this.payloads.size >= maxTopics)) {
      this.isFull = true;
      return;
    }
    if (message.length === 0) this.payloads.delete(topic);
    else this.payloads.set(topic, new Payload(message.toString('utf8')));
  }
}
