import { z } from 'zod';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { plainText } from '../text.js';
import { expecting, versionOf } from '../version.js';

/** A service that an agent has found in its network. */
export const foundService = z.object({
  /** Its kind, by the name in DNS-SD (RFC 6763) such as `_hue._tcp`, or the target of SSDP. */
  type: plainText.max(200),
  /** The name under which it is announced. */
  name: plainText.max(200),
  /** Its IP address. */
  address: plainText.max(64),
  port: z.number().int().min(0).max(65_535),
});
export type FoundService = z.infer<typeof foundService>;

/** The most services that an agent reports. */
const maxFoundServices = 200;

/** The state of an agent, by itself. */
export const agentReport = z.object({
  version: plainText.max(40),
  /** The system that it runs on, such as `linux arm64`. */
  platform: plainText.max(60),
  /** Its addresses in its network. */
  addresses: z.array(plainText.max(64)).max(20),
  /** When its process began. */
  started: z.iso.datetime(),
  found: z.array(foundService).max(maxFoundServices),
});

/** A program in the home of an end user, through which connector clients reach what is there. */
export const agent = z.object({
  id: uuid,
  subject: subjectId,
  name: plainText,
  /** `unpaired` until it has proved its key. */
  state: z.enum(['unpaired', 'online', 'offline']),
  /** Since when it is in that state. */
  since: z.iso.datetime(),
  /** When the pairing code expires; left out when no code is valid. */
  pairing_expires: z.iso.datetime().optional(),
  /** SHA-256 (base64url) of its public key, which the agent shows as well. */
  key: z.string().optional(),
  report: agentReport.optional(),
  /** Whether it spoke an old protocol when it connected last; left out for one that does not. */
  outdated: z.literal(true).optional(),
  /** The round trip between gateway and agent, measured last (ms). */
  round_trip_ms: z.number().optional(),
  created: z.iso.datetime(),
});
export type Agent = z.infer<typeof agent>;

export const agentVersion = ({ name, key }: Pick<Agent, 'name' | 'key'>): string =>
  versionOf([name, key ?? null]);

/** A code with which an agent is paired once. */
export const pairingCode = z.object({
  code: z.string(),
  expires: z.iso.datetime(),
});

/** How long a pairing code is valid (ms). */
export const pairingMs = 10 * 60_000;

/** The proof with which an agent answers the challenge of a gateway; see `agent-protocol.ts`. */
const proof = z.object({
  /** The signed text, and its signature (Ed25519, base64url). */
  message: z.string().max(4_096),
  signature: z.string().max(100),
  /** Raw public key (base64url). */
  key: z.string().max(100),
  /** The pairing code; left out by an agent that was paired. */
  code: z.string().max(40).optional(),
});

/** The connection of an agent to a gateway. */
const connection = { agent: uuid, session: uuid };

export const agentCalls = defineCalls({
  'agents.create': {
    input: z.object({ caller: caller.required(), id: uuid, name: plainText }),
    output: z.object({ agent, pairing: pairingCode }),
    problems: ['quota_exceeded'],
  },
  'agents.list': {
    input: z.object({ caller, page, state: agent.shape.state.optional() }),
    output: pageOf(agent),
  },
  'agents.read': { input: onResource, output: agent },
  'agents.update': {
    input: onResource.extend({ name: plainText.optional(), ...expecting }),
    output: agent,
    problems: ['precondition_failed'],
  },
  /** Issues another code. The agent goes on until another one is paired with it. */
  'agents.issue_code': { input: onResource, output: pairingCode },
  /** Revokes the key of an agent; its connection ends. Its clients stay, and reach nothing any more. */
  'agents.remove': {
    input: onResource.extend(expecting),
    problems: ['precondition_failed'],
  },
  /** Checks the proof of an agent that has connected to a gateway, and makes this the connection of the agent. */
  'agents.attach': {
    input: z.object({ relay: uuid, session: uuid, protocol: z.number().int().default(1), proof }),
    output: agent.pick({ id: true, name: true, subject: true }).extend({ developer: z.string() }),
    problems: ['invalid_token'],
  },
  /** Ends connections, except of agents that have another one by now. */
  'agents.detach': { input: z.object({ connections: z.array(z.object(connection)).max(1_000) }) },
  /** Stores what an agent says of itself; `not_found` when this is not its connection any more. */
  'agents.report': {
    input: z.object({
      ...connection,
      report: agentReport.optional(),
      round_trip_ms: z.number().optional(),
    }),
  },
  /** Renews the lease of a gateway, at whose address agents are reached. */
  'agents.renew_relay': { input: z.object({ relay: uuid, address: z.url() }) },
  /** Ends the lease of a gateway that stops, with all its connections. */
  'agents.remove_relay': { input: z.object({ relay: uuid }) },
});

/** How long agents of a gateway count as connected after its last sign of life (ms). */
export const relayLeaseMs = 15_000;

/** The topic of hints that connections of agents are to end: ids of agents. */
export const agentsEndedTopic = 'agents.ended';
