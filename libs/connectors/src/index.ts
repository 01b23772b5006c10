import type { Connector } from '@trellis/connector-sdk';
import { homeAssistant } from './home-assistant/connector.js';
import { httpJson } from './http-json/connector.js';
import { modbus } from './modbus/connector.js';
import { mqttDiscovery } from './mqtt-discovery/connector.js';
import { netatmo } from './netatmo/connector.js';
import { philipsHue } from './philips-hue/connector.js';
import { simulator } from './simulator/connector.js';
import { wot } from './wot/connector.js';

export const connectors = [
  simulator,
  mqttDiscovery,
  wot,
  philipsHue,
  netatmo,
  homeAssistant,
  httpJson,
  modbus,
] as unknown as readonly Connector[];
