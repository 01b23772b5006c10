import { writeFileSync } from 'node:fs';
import { configurationReference, referenceFile } from './configuration/reference.js';

/** Writes the reference of all variables anew. */
writeFileSync(referenceFile, await configurationReference());
