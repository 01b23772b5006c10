import { writeFileSync } from 'node:fs';
import { configurationReference, referenceFile } from './configuration/reference.js';

/** Writes the reference of all environment variables. */
writeFileSync(referenceFile, await configurationReference());
