import { parseJson } from '@trellis/connector-sdk';

/** What a topic holds. Many components read the same topic, so its JSON is parsed once. */
export class Payload {
  readonly text: string;
  /** Its place among the messages that came while the topics were listened to; 0 of one that was retained. */
  readonly order: number;
  #json: { value: unknown } | undefined;

  constructor(text: string, order = 0) {
    this.text = toStorable(text);
    this.order = order;
  }

  /** The payload as JSON; undefined when it is not JSON. */
  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) };
    return this.#json.value;
  }
}

/** The last payload of each topic. */
export type Payloads = ReadonlyMap<string, Payload>;

/** What the topics hold from which a device is read. */
export type State = Pick<Payloads, 'get'>;

/** A text without what PostgreSQL cannot store: U+0000, and unpaired surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
