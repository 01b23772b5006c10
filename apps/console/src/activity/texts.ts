import type { Operation, OperationRun, RecordedRequest } from '../api/activity.js';
import { requesterText, type AppName } from '../components/app-names.js';
import { bytesText, counted } from '../components/format.js';
import type { Tone } from '../components/values.js';

type Kind = Operation['kind'];

export const kindTexts: Record<Kind, string> = {
  poll: 'Poll',
  listen: 'Connection for events',
  write: 'Write',
  action: 'Action',
  hook: 'Message of the vendor',
  authorization: 'Authorization',
  token_refresh: 'Refresh of the token',
  trial: 'Trial',
  configuration: 'Change of the configuration',
  pause: 'Pause',
  resume: 'Resumption',
  removal: 'Removal',
};

/** Returns what was done, with the property or action of a single run. */
export function titleOf({ kind, count, runs }: Operation): string {
  const name = count === 1 ? runs[0]?.name : undefined;
  return name === undefined ? kindTexts[kind] : `${kindTexts[kind]} of “${name}”`;
}

/** Returns how many devices a poll found, and how many of the things were new, changed or missing. */
export function countsText({ found, changed, missing }: NonNullable<OperationRun['counts']>) {
  const parts = [
    found !== undefined && `${counted(found, 'device')} found`,
    changed !== undefined && (changed > 0 ? `${changed} changed` : 'nothing changed'),
    missing !== undefined && missing > 0 && `${missing} missing`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns who started a run. */
export function starterText({ started_by: by }: OperationRun, nameOf: AppName): string {
  const requester = requesterText(by, nameOf);
  const within = by.scene ? ', by a scene' : by.batch ? ', by a bulk command' : '';
  switch (by.type) {
    case 'schedule':
      return 'Schedule';
    case 'vendor':
      return 'Vendor';
    case 'app':
      return by.person === undefined
        ? `${requester[0]!.toUpperCase()}${requester.slice(1)}${within}`
        : `${requester}${within}`;
    case 'end_user':
      return by.subject === undefined
        ? 'End user'
        : `End user ${by.subject} in ${requester}${within}`;
  }
}

/** Answers of a broker to a connection (MQTT 3.1.1, 3.2.2.3, and 5.0, 3.2.2.2). */
const connectAnswers: Record<number, string> = {
  0: 'Accepted',
  1: 'Refused: protocol version',
  2: 'Refused: client id',
  3: 'Refused: not available',
  4: 'Refused: user name or password',
  5: 'Refused: not authorized',
  132: 'Refused: protocol version',
  133: 'Refused: client id',
  134: 'Refused: user name or password',
  135: 'Refused: not authorized',
  136: 'Refused: not available',
  137: 'Refused: busy',
  138: 'Refused: banned',
};

/** The first code of MQTT with which a broker refuses something. */
const refusedFrom = 128;

function brokerAnswer({ method, status = 0 }: RecordedRequest): string {
  if (method === 'CONNECT') return connectAnswers[status] ?? `Refused: code ${status}`;
  if (status >= refusedFrom) return `Refused: code ${status}`;
  return method === 'SUBSCRIBE' ? `Granted, QoS ${status}` : 'Accepted';
}

interface Answer {
  tone: Tone;
  text: string;
}

/** Returns how a request ended. */
export function answerOf(request: RecordedRequest): Answer {
  const { protocol, method, status, error, received } = request;
  if (error !== undefined) return { tone: 'bad', text: status ? String(status) : 'Failed' };
  if (method === 'RECEIVE') return { tone: 'calm', text: bytesText(received?.bytes ?? 0) };
  if (status === undefined) return { tone: 'calm', text: 'Sent' };
  if (protocol === 'mqtt') {
    const text = brokerAnswer(request);
    return { tone: text.startsWith('Refused') ? 'bad' : 'good', text };
  }
  if (protocol === 'modbus') {
    return status === 0
      ? { tone: 'good', text: 'Answered' }
      : { tone: 'bad', text: `Refused: exception ${status}` };
  }
  if (protocol === 'websocket') return { tone: 'good', text: 'Connected' };
  return { tone: status >= 400 ? 'bad' : status >= 300 ? 'wait' : 'good', text: String(status) };
}

export const isFailed = (request: RecordedRequest): boolean => answerOf(request).tone === 'bad';

/** Splits an address, so that its path can stand out; a topic is nothing but a path. */
export function partsOf(address: string): { origin: string; path: string } {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';
  return { origin, path: address.slice(origin.length) };
}

const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

/** Returns the day of an instant in words. */
export function dayText(instant: string, now: number): string {
  const startOf = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((startOf(now) - startOf(Date.parse(instant))) / 86_400_000);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : day.format(new Date(instant));
}
