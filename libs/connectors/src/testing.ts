/** Peers of connectors for tests of whole journeys. */
export {
  startHomeAssistant,
  type HomeAssistantPeer,
} from './home-assistant/testing/home-assistant.js';
export { authorize, decline, hasBrowser, startBrowser } from './netatmo/testing/browser.js';
export { startNetatmo, type NetatmoPeer } from './netatmo/testing/server.js';
export { startNodeWot, type NodeWotPeer } from './wot/testing/node-wot.js';
export { startHueBridge, type HuePeer } from './philips-hue/testing/bridge.js';
