import type { Socket } from 'node:net';

/** A connection that passes through the agent, or did. */
export interface Passage {
  /** Host and port. */
  to: string;
  began: Date;
  ended?: Date;
  /** Bytes to the device, and from it. */
  sent: number;
  received: number;
  /** The code of why it was refused. */
  refused?: string;
}

/** The connections through the agent, for its owner, who can stop them. */
export interface Traffic {
  add(to: string, socket: Socket): void;
  refuse(to: string, error: NodeJS.ErrnoException): void;
  /** Returns the latest connections, the newest first. */
  list(): Passage[];
  isStopped(): boolean;
  /** Ends all connections and refuses new ones, until `resume`. */
  stop(): void;
  resume(): void;
}

const maxListed = 200;

export function createTraffic(): Traffic {
  const open = new Map<Socket, Passage>();
  let listed: Passage[] = [];
  let isStopped = false;

  const note = (passage: Passage) => {
    listed = [passage, ...listed].slice(0, maxListed);
  };
  const count = (socket: Socket, passage: Passage) => {
    passage.sent = socket.bytesWritten;
    passage.received = socket.bytesRead;
  };

  return {
    add(to, socket) {
      const passage: Passage = { to, began: new Date(), sent: 0, received: 0 };
      open.set(socket, passage);
      note(passage);
      socket.once('close', () => {
        count(socket, passage);
        passage.ended = new Date();
        open.delete(socket);
      });
    },
    refuse(to, { code = 'unreachable' }) {
      const now = new Date();
      note({ to, began: now, ended: now, sent: 0, received: 0, refused: code });
    },
    list() {
      for (const [socket, passage] of open) count(socket, passage);
      return listed;
    },
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      for (const socket of open.keys()) socket.destroy();
    },
    resume: () => void (isStopped = false),
  };
}
