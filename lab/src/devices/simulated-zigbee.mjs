/**
 * Replaces the radio of Zigbee2MQTT by simulated devices, which answer as the Zigbee Cluster Library says and do what they
 * are told. With messages from the parent process, `{ device, cluster, attributes }` or `{ device, cluster, command }`, a
 * device reports attributes or sends a command, such as that of a button. `{ device, state }` tells the parent process of
 * each change.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(join(process.env.ZIGBEE2MQTT_FOLDER, 'package.json'));
const { Adapter } = load('zigbee-herdsman/dist/adapter/adapter');
const { Zcl } = load('zigbee-herdsman');
const { FrameType, Direction, Status } = Zcl;
const { CLIENT_TO_SERVER: toDevice, SERVER_TO_CLIENT: fromDevice } = Direction;

/** The attributes of each device by its network address and cluster. */
const states = new Map();

/** The attributes that a command changes. */
const effects = {
  on: () => ({ genOnOff: { onOff: 1 } }),
  off: () => ({ genOnOff: { onOff: 0 } }),
  moveToLevelWithOnOff: ({ level }) => ({
    genOnOff: { onOff: level > 0 ? 1 : 0 },
    genLevelCtrl: { currentLevel: level },
  }),
  moveToColorTemp: ({ colortemp }) => ({
    lightingColorCtrl: { colorTemperature: colortemp, colorMode: 2 },
  }),
};

class SimulatedAdapter extends Adapter {
  start = async () => 'resumed';
  stop = async () => undefined;
  getCoordinatorIEEE = async () => '0x00124b0000000000';
  getCoordinatorVersion = async () => ({ type: 'zStack3x0', meta: { revision: 20240710 } });
  supportsBackup = async () => false;
  getNetworkParameters = async () => ({
    panID: this.networkOptions.panID,
    extendedPanID: '0xdddddddddddddddd',
    channel: this.networkOptions.channelList[0],
    nwkUpdateID: 0,
  });
  permitJoin = async () => undefined;
  /** Every request of the device profile, such as a binding, succeeds. */
  sendZdo = async () => [Status.SUCCESS, undefined];
  sendZclFrameToGroup = async () => undefined;
  sendZclFrameToAll = async () => undefined;

  async sendZclFrameToEndpoint(_ieee, device, _endpoint, frame) {
    const response = responseOf(device, frame);
    return response && payloadOf(device, response);
  }
}

function responseOf(device, { header, cluster, command, payload }) {
  const respond = (name, content) =>
    frame(FrameType.GLOBAL, fromDevice, {
      command: name,
      cluster: cluster.name,
      payload: content,
      sequence: header.transactionSequenceNumber,
    });
  if (header.isSpecific) {
    change(device, effects[command.name]?.(payload) ?? {});
    return respond('defaultRsp', { cmdId: command.ID, statusCode: Status.SUCCESS });
  }
  const read = ({ attrId }) => readAttribute(device, cluster, attrId);
  if (command.name === 'read') return respond('readRsp', payload.map(read));
  if (command.name === 'write') return respond('writeRsp', [{ status: Status.SUCCESS }]);
  if (command.name === 'configReport') {
    return respond('configReportRsp', [{ status: Status.SUCCESS }]);
  }
  return undefined;
}

function readAttribute(device, cluster, attrId) {
  const attribute = Object.values(cluster.attributes).find(({ ID }) => ID === attrId);
  const value = states.get(device)?.[cluster.name]?.[attribute?.name];
  return value === undefined
    ? { attrId, status: Status.UNSUPPORTED_ATTRIBUTE }
    : { attrId, status: Status.SUCCESS, dataType: attribute.type, attrData: value };
}

function change(device, clusters) {
  const state = states.get(device) ?? {};
  states.set(device, state);
  for (const [cluster, attributes] of Object.entries(clusters)) {
    state[cluster] = { ...state[cluster], ...attributes };
  }
  process.send({ device, state });
}

function frame(type, direction, { command, cluster, payload, sequence }) {
  return Zcl.Frame.create(
    type,
    direction,
    true,
    undefined,
    sequence,
    command,
    cluster,
    payload,
    {},
  );
}

function payloadOf(device, sent) {
  const data = sent.toBuffer();
  return {
    address: device,
    endpoint: 1,
    data,
    header: Zcl.Header.fromBuffer(data),
    clusterID: sent.cluster.ID,
    linkquality: 120,
    groupID: 0,
    wasBroadcast: false,
    destinationEndpoint: 1,
  };
}

let adapter;
Adapter.create = async (...options) => (adapter = new SimulatedAdapter(...options));

let sequence = 0;

process.on('message', ({ device, cluster, attributes, command }) => {
  sequence = (sequence + 1) % 256;
  if (command) {
    const press = { command, cluster, payload: {}, sequence };
    adapter.emit('zclPayload', payloadOf(device, frame(FrameType.SPECIFIC, toDevice, press)));
    return;
  }
  change(device, { [cluster]: attributes });
  const known = Zcl.Utils.getCluster(cluster).attributes;
  const payload = Object.entries(attributes).map(([name, attrData]) => ({
    attrId: known[name].ID,
    dataType: known[name].type,
    attrData,
  }));
  const report = { command: 'report', cluster, payload, sequence };
  adapter.emit('zclPayload', payloadOf(device, frame(FrameType.GLOBAL, fromDevice, report)));
});
