/** A room, floor, zone or home of the remote technology: a suggestion for a unit. */
export interface Room {
  /** Its id in the remote technology, 1 to 512 characters. */
  id: string;
  /** 1 to 256 characters. */
  name: string;
  /** A generic kind: `room`, `zone`, `floor`, `home`. */
  type: string;
  /** The id of the room that contains it, if any. */
  parent?: string;
  /** The ids of the devices in it. */
  devices: string[];
}
