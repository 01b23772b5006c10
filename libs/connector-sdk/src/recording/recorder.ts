/** One side of an exchange. */
export interface RecordedContent {
  bytes: number;
  headers?: Record<string, string>;
  /** Its first 8 KiB. */
  body?: string;
}

/** An exchange with a remote technology, to be looked up when something goes wrong. */
export interface RecordedRequest {
  /** When it began (ms since 1970). */
  at: number;
  protocol: 'http' | 'websocket' | 'mqtt' | 'modbus';
  /** The HTTP method, or `CONNECT`, `SUBSCRIBE`, `PUBLISH`, `SEND`, `RECEIVE`, `READ` and `WRITE`. */
  method: string;
  /** The URL, or the topic. */
  address: string;
  durationMs?: number | undefined;
  /** The HTTP status, the return code of an MQTT broker, or the exception of a Modbus device (0 for none). */
  status?: number | undefined;
  sent?: RecordedContent | undefined;
  received?: RecordedContent | undefined;
  /** Why there was no answer. */
  error?: string | undefined;
}

/** Takes the exchanges of one operation: what the network layer sends and receives. */
export interface Recorder {
  add(request: RecordedRequest): void;
  /** Keeps the last message of each topic. */
  addMessage(message: RecordedMessage): void;
}

interface RecordedMessage {
  protocol: 'websocket' | 'mqtt';
  topic: string;
  payload: Buffer;
  /** Whether it was sent; default false. */
  isSent?: boolean;
}

/** The exchanges that are kept: the first ones, and the last ones. */
const maxFirst = 10;
const maxLast = 20;

/** The topics whose last message is kept. */
const maxTopics = 20;

const maxBodyBytes = 8 * 1024;

/** How much of a message is kept (bytes): there may be many topics. */
const maxMessageBytes = 1024;

/** An exchange as other processes pass it on. */
export interface Recording extends Recorder {
  requests(): RecordedRequest[];
}

export function createRecorder(): Recording {
  const first: RecordedRequest[] = [];
  const last: RecordedRequest[] = [];
  const messages = new Map<string, RecordedRequest>();
  return {
    add(request) {
      if (first.length < maxFirst) return void first.push(request);
      last.push(request);
      if (last.length > maxLast) last.shift();
    },
    addMessage({ protocol, topic, payload, isSent = false }) {
      // The order of the map is that of the last messages.
      messages.delete(topic);
      const body = payload.toString('utf8', 0, maxMessageBytes);
      const content = { bytes: payload.length, body };
      const message = { at: Date.now(), protocol, address: topic };
      messages.set(
        topic,
        isSent
          ? { ...message, method: 'SEND', sent: content }
          : { ...message, method: 'RECEIVE', received: content },
      );
      if (messages.size > maxTopics) messages.delete(messages.keys().next().value!);
    },
    requests: () =>
      [...first, ...last, ...messages.values()].sort((one, other) => one.at - other.at),
  };
}

/** Records a text: its size, and its beginning as a text of its own, so that the rest can be freed. */
export function contentOf(
  text: string | undefined,
  headers?: Record<string, string | string[] | undefined>,
): RecordedContent {
  const shown = headers && shownHeaders(headers);
  if (text === undefined) return { bytes: 0, ...(shown && { headers: shown }) };
  const bytes = Buffer.byteLength(text);
  const body =
    bytes <= maxBodyBytes
      ? text
      : Buffer.from(text.slice(0, maxBodyBytes)).toString('utf8', 0, maxBodyBytes);
  return { bytes, body, ...(shown && { headers: shown }) };
}

/** The headers that say something about a fault, and are never secret. */
const shownNames = [
  'accept',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'retry-after',
  'server',
  'via',
  'x-request-id',
];
const isShown = (name: string): boolean =>
  shownNames.includes(name) || /^(x-)?rate-?limit/.test(name);

const maxHeaderLength = 256;

function shownHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || !isShown(name.toLowerCase())) continue;
    shown[name.toLowerCase()] = String(value).slice(0, maxHeaderLength);
  }
  return shown;
}
