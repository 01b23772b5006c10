import type { Connector, Discovery, Explained, RecordedRequest } from '@trellis/connector-sdk';
import type { CheckedEntity } from './check-entities.js';
import type { DeviceRequest, Performed } from './device-request.js';
import type { Outcome, SentError } from './failures.js';

export type Context = Parameters<Connector['poll']>[0];

/** Work for a process that has neither secrets of the service nor connections to the database. */
export interface ClientTask extends Pick<
  Context,
  'instance' | 'client' | 'clientId' | 'isListening' | 'pasted'
> {
  connectorType: string;
  /** Whether its exchanges are recorded even when it succeeds. */
  isDebugged: boolean;
  /** Whether the connector says what its description makes of answers. */
  isExplained: boolean;
}

export interface PollTask extends ClientTask {
  maxEntities: number;
}

export interface PerformTask extends ClientTask {
  request: DeviceRequest;
}

/** The outcome of a poll, except for its entities, and its cost. */
export interface PollResult extends Omit<Discovery, 'entities' | 'problems'> {
  problems: { device: string | undefined; failure: SentError }[];
  /** Processor time (ms), shared among the polls that ran at once. */
  cpuMs: number;
  /** Received bytes. */
  bytes: number;
}

/** The functions of a process that polls. */
export interface PollFunctions {
  poll(job: number, task: PollTask): Promise<Outcome<PollResult>>;
  perform(job: number, task: PerformTask): Promise<Outcome<Performed>>;
  abort(job: number, reason: SentError): void;
}

/** The functions of the context that stay in the service. */
export type ContextFunction =
  'resolve' | 'acquire' | 'accessToken' | 'get' | 'set' | 'replace' | 'delete';

/** The functions of the service. */
export interface ServiceFunctions {
  call(job: number, name: ContextFunction, given: string[]): Promise<Outcome<unknown>>;
  /** Takes the next entities of a poll. */
  found(job: number, entities: CheckedEntity[]): void;
  /** Takes the exchanges of a job, before its outcome. */
  recorded(job: number, requests: RecordedRequest[]): void;
  /** Takes what a description made of the answers, before the outcome. */
  explained(job: number, explained: Explained): void;
  /** Names the poll that runs now: it is blamed if the process hangs. */
  resumed(job: number): void;
  /** The heartbeat of the process. */
  alive(): void;
}

/** Interval of heartbeats while a process polls (ms). */
export const heartbeatMs = 250;
