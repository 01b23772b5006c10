import type { Form } from '../form.js';
import type { Message } from './message.js';

/** One subscription that is followed until it ends. */
export interface Following {
  form: Form;
  /** The events of the thing, which some servers have to be asked for. */
  events: string[];
  signal: AbortSignal;
  /** The share of the time for which its server may keep this thread busy. */
  maxShare: number;
  /** The id of the last event that was received. */
  lastEventId?: string | undefined;
  /** Called when the server has accepted the subscription. */
  onOpen(): void;
  onMessage(message: Message & { id?: string }): void;
}

/** The largest message (characters). */
export const maxLength = 256 * 1024;
