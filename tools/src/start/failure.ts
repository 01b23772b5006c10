/** Trellis cannot start; the message is one clear line. */
export class CannotStart extends Error {}
