import { writeFileSync } from 'node:fs';
import { metricsReference, referenceFile } from './metrics/reference.js';

/** Writes the reference of all metrics. */
writeFileSync(referenceFile, await metricsReference());
