import type { Mutation } from './mutation.js';

const noticedBy = ['libs/sealing/src/sealing.test.ts'];

export default [
  {
    file: 'libs/sealing/src/sealing.ts',
    from: '{ authTagLength: 16 },',
    to: '{},',
    noticedBy,
  },
  {
    file: 'libs/sealing/src/sealing.ts',
    from: 'if (isBound) decipher.setAAD(contextOf(binding));',
    to: '',
    noticedBy,
  },
  {
    file: 'libs/sealing/src/sealing.ts',
    from: "if (bytes.toString('base64url') !== text) throw notSealed();",
    to: '',
    noticedBy,
  },
  {
    file: 'libs/sealing/src/keys.ts',
    from: "if (ring.size < entries.length) throw new Error('Two keys have the same id.');",
    to: '',
    noticedBy,
  },
] satisfies Mutation[];
