/** Peers of connectors for tests of whole journeys. */
export { authorize } from './netatmo/browser.js';
export { startNetatmo, type NetatmoPeer } from './netatmo/testing.js';
