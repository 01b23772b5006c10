/** A text that is not a model, or one that exceeds the limits. */
export class UnreadableModel extends Error {
  constructor(message: string) {
    super(message.length > 500 ? `${message.slice(0, 500)}…` : message);
    this.name = 'UnreadableModel';
  }
}
