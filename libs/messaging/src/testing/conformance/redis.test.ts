import { describeOver } from '../backends.js';
import { testStalls } from './stalls.js';
import { testConformance } from './suites.js';

describeOver('Redis', (queues) => {
  testConformance(queues);
  testStalls(queues);
});
