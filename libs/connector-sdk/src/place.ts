/** A place of the remote technology, such as a room: a suggestion for a unit. */
export interface Place {
  /** Its id in the remote technology, 1 to 512 characters. */
  id: string;
  /** 1 to 256 characters. */
  name: string;
  /** A generic kind: `room`, `zone`, `floor`, `home`. */
  type: string;
  /** The id of the place in which it lies, if any. */
  parent?: string;
  /** The ids of the entities in it. */
  entities: string[];
}
