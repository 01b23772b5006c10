import type { Fault } from './fault.js';

export const postgresFaults: Fault[] = [
  {
    name: 'PostgreSQL restarted',
    async begin({ postgres }) {
      await postgres.crash();
      return () => postgres.start();
    },
  },
  {
    name: 'PostgreSQL failing over',
    async begin({ postgres, networks }) {
      const standby = await postgres.createStandby();
      await postgres.crash();
      return async () => {
        await standby.takeOver();
        for (const { server, network } of networks) {
          if (server === 'PostgreSQL') network.breakConnections();
        }
      };
    },
  },
  {
    name: 'PostgreSQL read-only',
    async begin({ postgres }) {
      await postgres.setReadOnly(true);
      return () => postgres.setReadOnly(false);
    },
  },
  {
    name: 'PostgreSQL full',
    isPossible: ({ disk }) => disk.isOwn,
    async begin({ disk }) {
      disk.fill();
      return async () => disk.free();
    },
  },
];
