import { agent, agentVersion, pairingCode, plainText, type Agent } from '@trellis/contracts';
import { tagOf } from '@trellis/operations';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

export const newAgent = z.strictObject({ name: plainText.max(100) }).meta({ id: 'NewAgent' });

export const agentResource = agent
  .extend({
    href: z.url(),
    subject: reference,
    state: agent.shape.state.describe(
      '`unpaired` until it has proved its key with a pairing code, then `online` or `offline`.',
    ),
    since: agent.shape.since.describe('Since when it is in this state.'),
    key: agent.shape.key.describe(
      'SHA-256 of its public key (base64url), which the agent shows, too.',
    ),
    outdated: agent.shape.outdated.describe(
      'Present if its program is old: it is to be updated, and Trellis refuses it two major versions later.',
    ),
    round_trip_ms: agent.shape.round_trip_ms.describe('The round trip to it, measured last (ms).'),
  })
  .meta({ id: 'Agent' });

export const pairing = pairingCode
  .extend({
    code: pairingCode.shape.code.meta({
      description: 'For `trellis-agent --code`; it works once.',
      example: '7K3M-2QXD',
    }),
  })
  .meta({ id: 'PairingCode' });

export const agentToJson = (shown: Agent, hrefs: Hrefs): z.output<typeof agentResource> => ({
  ...shown,
  href: hrefs.agent(shown.id),
  subject: { href: hrefs.subject(shown.subject) },
});

export const answerOf = (shown: Agent, hrefs: Hrefs) => ({
  body: agentToJson(shown, hrefs),
  etag: tagOf(agentVersion(shown), shown),
});

/** An agent as the page of a connect session creates it. */
export const pairedAgent = agent
  .pick({ id: true, name: true })
  .extend({ pairing })
  .meta({ id: 'ConnectAgent' });
