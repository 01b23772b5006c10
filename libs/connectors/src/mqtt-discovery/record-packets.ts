import { contentOf, type Recorder } from '@trellis/connector-sdk';
import type { MqttClient, Packet } from 'mqtt';
import type { BrokerAddress } from './configuration.js';

/** A request that the broker acknowledges. */
interface Sent {
  at: number;
  method: 'CONNECT' | 'SUBSCRIBE' | 'PUBLISH';
  address: string;
  body?: string | undefined;
}

/** The most requests that wait for their acknowledgment. */
const maxWaiting = 200;

/** Records a connection. */
interface PacketRecorder {
  /** Records its requests with the codes of their acknowledgments, and the last message of each topic. */
  watch(client: MqttClient): void;
  /** Records why it was not established, unless the broker has answered. */
  fail(error: unknown): void;
}

export function createPacketRecorder(recorder: Recorder, broker: BrokerAddress): PacketRecorder {
  const { webSocketUrl, tls, hostname, port } = broker;
  const address = webSocketUrl ?? `${tls ? 'mqtts' : 'mqtt'}://${hostname}:${port}`;
  const connect: Sent = { at: Date.now(), method: 'CONNECT', address };
  const waiting = new Map<number, Sent>();
  let isAnswered = false;
  const add = ({ body, ...sent }: Sent, outcome: { status?: number | undefined; error?: string }) =>
    recorder.add({
      ...sent,
      protocol: 'mqtt',
      durationMs: Date.now() - sent.at,
      ...(body !== undefined && { sent: contentOf(body) }),
      ...outcome,
    });
  const onSent = (packet: Packet) => {
    const sent = sentBy(packet);
    if (!sent) return;
    if (packet.messageId === undefined) add(sent, {});
    else if (waiting.size < maxWaiting) waiting.set(packet.messageId, sent);
  };
  const onReceived = (packet: Packet) => {
    if (packet.cmd === 'publish') {
      const payload = Buffer.from(packet.payload);
      return recorder.addMessage({ protocol: 'mqtt', topic: packet.topic, payload });
    }
    if (packet.cmd === 'connack') {
      isAnswered = true;
      return add(connect, { status: packet.returnCode ?? packet.reasonCode });
    }
    const sent = waiting.get(packet.messageId ?? -1);
    if (!sent) return;
    waiting.delete(packet.messageId!);
    if (packet.cmd === 'suback') add(sent, { status: Math.max(...packet.granted.map(Number)) });
    else if (packet.cmd === 'puback') add(sent, { status: packet.reasonCode ?? 0 });
  };
  return {
    watch: (client) => void client.on('packetsend', onSent).on('packetreceive', onReceived),
    fail(error) {
      if (isAnswered || !(error instanceof Error)) return;
      add(connect, { error: error.message });
    },
  };
}

function sentBy(packet: Packet): Sent | undefined {
  const at = Date.now();
  if (packet.cmd === 'subscribe') {
    const topics = packet.subscriptions.map(({ topic }) => topic);
    return { at, method: 'SUBSCRIBE', address: topics[0] ?? '', body: topics.join('\n') };
  }
  if (packet.cmd === 'publish') {
    return { at, method: 'PUBLISH', address: packet.topic, body: String(packet.payload) };
  }
  return undefined;
}
