/** What a topic holds. Many components read the same topic, so its JSON is parsed once. */
export class Payload {
  readonly text: string;
  #json: { value: unknown } | undefined;

  constructor(text: string) {
    this.text = storable(text);
  }

  /** The payload as JSON; undefined when it is none. */
  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) };
    return this.#json.value;
  }
}

/** The last payload of each topic. */
export type Payloads = ReadonlyMap<string, Payload>;

/** JSON, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A text without what cannot be stored: U+0000, and halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
