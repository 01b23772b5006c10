import type { Form } from '../form.js';
import type { Message } from './message.js';

/** A subscription to follow until it ends. */
export interface Following {
  form: Form;
  /** The events of the thing, which some servers require in the subscription. */
  events: string[];
  signal: AbortSignal;
  /** The number of subscriptions of the client, which share its limits. */
  count: number;
  lastEventId?: string | undefined;
  /** Called when the server has accepted the subscription. */
  onOpen(): void;
  onMessage(message: Message & { id?: string }): void;
}

/** The largest accepted message (characters). */
export const maxLength = 256 * 1024;

/** The share of the time that all servers of a client may keep this thread busy. */
export const maxShareOfAll = 1 / 5;
