import { Payload } from './payload.js';

const maxTopics = 20_000;
const maxPayloadBytes = 256 * 1024;
/** The limit for all payloads and topics together. */
const maxBytes = 32 * 1024 * 1024;

/** The last message of each topic of a broker, within limits. */
export class Inbox {
  readonly payloads = new Map<string, Payload>();
  /** When the last retained message was received (ms since 1970); 0 before the first. */
  lastRetainedAt = 0;
  /** Whether messages were dropped because the inbox was full. */
  isFull = false;
  #bytes = 0;
  #messageCount = 0;
  readonly #sizes = new Map<string, number>();
  readonly #isWanted: (topic: string) => boolean;

  constructor(isWanted: (topic: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Adds a message. Ignores one that is too large; an empty one clears its topic. */
  add(topic: string, message: Buffer, { retain }: { retain: boolean }): void {
    if (!this.#isWanted(topic)) return;
    if (retain) this.lastRetainedAt = Date.now();
    if (message.length > maxPayloadBytes) return;
    const before = this.#sizes.get(topic) ?? 0;
    const size = message.length === 0 ? 0 : Buffer.byteLength(topic) + message.length;
    const isNew = !this.payloads.has(topic);
    const bytes = this.#bytes - before + size;
    if (size > 0 && (bytes > maxBytes || (isNew && this.payloads.size >= maxTopics))) {
      this.isFull = true;
      return;
    }
    this.#bytes = bytes;
    if (size === 0) {
      this.payloads.delete(topic);
      this.#sizes.delete(topic);
    } else {
      // Retained messages arrive in any order.
      const order = retain ? 0 : (this.#messageCount += 1);
      this.payloads.set(topic, new Payload(message.toString('utf8'), order));
      this.#sizes.set(topic, size);
    }
  }

  /** Removes topics that are no longer wanted. */
  prune(): void {
    for (const [topic, size] of this.#sizes) {
      if (this.#isWanted(topic)) continue;
      this.payloads.delete(topic);
      this.#sizes.delete(topic);
      this.#bytes -= size;
    }
  }
}
