/** Peers of connectors for tests of whole journeys. */
export { startHomeAssistant } from './home-assistant/testing/home-assistant.js';
export { greenhouse, startGreenhouse } from './http-json/testing/greenhouse.js';
export { weatherStations } from './http-json/testing/weather-stations.js';
export { heatPump, heatPumpMap } from './modbus/testing/heat-pump.js';
export { hasPymodbus, startPymodbus } from './modbus/testing/pymodbus.js';
export { sunspecMap } from './modbus/testing/sunspec.js';
export { authorize, hasBrowser, startBrowser } from './netatmo/testing/browser.js';
export { startNetatmo, type NetatmoPeer } from './netatmo/testing/server.js';
export { startDevice as startWebThing } from './wot/testing/device.js';
export { startNodeWot } from './wot/testing/node-wot.js';
export { startHueBridge } from './philips-hue/testing/bridge.js';
export { notificationOf } from './netatmo/testing/lodge.js';
export {
  devicesOf as mqttDevicesOf,
  fixture as mqttFixture,
  retained,
  type RetainedMessage,
} from './mqtt-discovery/testing/fixtures.js';
