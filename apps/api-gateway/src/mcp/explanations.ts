import type { ClientError, Remedy } from '@trellis/contracts';

/** The meanings of the codes of errors and warnings of connector clients, for an agent that explains them. */
export const meanings: Record<ClientError['code'], string> = {
  unavailable: 'The remote technology cannot be reached, or does not answer as it should.',
  authorization_required:
    'The remote technology does not accept the credentials, or the authorization was revoked or has expired.',
  misconfigured: 'The configuration cannot work with the remote technology.',
  connector_failed: 'The connector has a fault; operators of the service have it in their logs.',
  set_aside:
    'Polls of the client stopped the service again and again, so that it is not polled any more.',
  quota_exceeded: 'The account has no room for the thing.',
  only_polled: 'No process has room to listen for the client: changes are seen when it is polled.',
  no_values: 'Devices have no known value of any property.',
  flooding: 'A device reports so often that not each of its values is stored.',
  sweep_held: 'Most devices are missing at once, and are not marked as vanished yet.',
  paused: 'The client is paused.',
};

/** Advice about an error, by its remedy. */
export const advice: Record<Remedy, string> = {
  retry: 'Wait: polling goes on by itself with growing intervals, until it succeeds again.',
  reauthorize: 'The end user has to grant access again, as when it was connected.',
  'fix-configuration':
    'Correct the configuration of the client, or of the instance of its connector.',
  resume: 'Resume the client.',
};

export const noAdvice = 'Nothing that a caller can do is known: ask the operators of the service.';
