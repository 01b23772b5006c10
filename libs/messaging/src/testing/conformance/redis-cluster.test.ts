import { describeOverCluster } from '../backends.js';
import { testConformance } from './suites.js';

describeOverCluster(testConformance);
