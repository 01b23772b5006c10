import { Payload } from './payload.js';

/** How many topics are kept, how large a payload may be, and how large all are together (bytes). */
const most = { topics: 20_000, payload: 256 * 1024, bytes: 32 * 1024 * 1024 };

/** What has come from a broker: the last payload of each topic, as far as it may take up room. */
export class Inbox {
  readonly payloads = new Map<string, Payload>();
  /** When the last retained message came (ms since 1970); 0 before the first. */
  lastRetained = 0;
  /** Whether there was more than is kept. */
  full = false;
  #bytes = 0;
  readonly #wants: (topic: string) => boolean;

  constructor(wants: (topic: string) => boolean) {
    this.#wants = wants;
  }

  /**
   * Takes a message. One that is too large is as if it were not there, and an empty one means that
   * its topic holds nothing any more.
   */
  take(topic: string, message: Buffer, { retain }: { retain: boolean }): void {
    if (!this.#wants(topic)) return;
    if (retain) this.lastRetained = Date.now();
    if (message.length > most.payload) return;
    this.#bytes += Buffer.byteLength(topic) + message.length;
    if (
      this.#bytes > most.bytes ||
      (this.payloads.size >= most.topics && !this.payloads.has(topic))
    ) {
      this.full = true;
      return;
    }
    if (message.length === 0) this.payloads.delete(topic);
    else this.payloads.set(topic, new Payload(message.toString('utf8')));
  }
}
