import { parseJson } from '@trellis/connector-sdk';

/** The message of a topic. Many components read the same topic, so its JSON is parsed once. */
export class Payload {
  readonly text: string;
  /** The position among the messages since the subscription; 0 for a retained message. */
  readonly order: number;
  /** When it was received (ms since 1970); undefined for a retained message, which is older. */
  readonly receivedAt: number | undefined;
  #json: { value: unknown } | undefined;

  constructor(text: string, order = 0, receivedAt?: number) {
    this.text = toStorable(text);
    this.order = order;
    this.receivedAt = receivedAt;
  }

  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) };
    return this.#json.value;
  }
}

export type Payloads = ReadonlyMap<string, Payload>;

/** The messages from which a device is read. */
export type State = Pick<Payloads, 'get'>;

/** Removes what PostgreSQL cannot store: U+0000, and unpaired surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** The longest topic that MQTT allows (bytes in UTF-8). */
const maxTopicBytes = 65_535;

/** Returns whether a text names one topic: no wildcards (`+`, `#`), no U+0000, no `$` of the broker's own ones. */
export function isTopic(text: string): boolean {
  if (text === '' || text.startsWith('$') || /[+#\0]/.test(text)) return false;
  return Buffer.byteLength(text) <= maxTopicBytes;
}
