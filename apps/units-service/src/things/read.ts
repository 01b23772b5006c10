import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findThing } from '../visibility/things.js';
import { toThing } from './row.js';

export const readThing: Handler<'things.read', { prisma: PrismaClient }> = async (
  { prisma },
  { caller, id },
) => toThing(await findThing(prisma, caller, id));
