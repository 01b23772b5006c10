import { writeFileSync } from 'node:fs';
import { clientTypes, typesFile } from './client-types/types.js';

/** Writes the types of the client. */
writeFileSync(typesFile, await clientTypes());
