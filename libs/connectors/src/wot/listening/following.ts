import type { Form } from '../form.js';
import type { Message } from './message.js';

/** One subscription that is followed until it ends. */
export interface Following {
  form: Form;
  /** The events of the thing, which some servers have to be asked for. */
  events: string[];
  signal: AbortSignal;
  /** How many subscriptions of the client there are, which share what a client may use. */
  count: number;
  /** The id of the last event that was received. */
  lastEventId?: string | undefined;
  /** Called when the server has accepted the subscription. */
  onOpen(): void;
  onMessage(message: Message & { id?: string }): void;
}

/** The largest message (characters). */
export const maxLength = 256 * 1024;

/** The share of the time for which all servers of a client may keep this thread busy. */
export const maxShareOfAll = 1 / 5;
