import { trialTimeouts } from '@trellis/contracts';
import { operation, type Operation, problemsOf } from '../context/operation.js';
import {
  connectorTrialResource,
  connectorTrialToJson,
  newConnectorTrial,
} from './trial-resource.js';
import { withBareType } from './inputs.js';

export const connectorTrialOperations: Operation[] = [
  operation.post('/api/v1/connectors/try', {
    tag: 'Connectors',
    id: 'tryConnector',
    summary: 'Try connector configurations',
    description:
      'Polls the remote technology once with the configurations of an instance and a client, and answers ' +
      'what it found: the devices (the first 100), or the error that the client would have. Nothing is ' +
      'stored. Connectors whose end users authorize clients cannot be tried.',
    access: { scope: 'svc.connector', subject: 'none' },
    input: { body: newConnectorTrial, bareIds: withBareType },
    answer: { status: 200, body: connectorTrialResource, problems: problemsOf('trials.run') },
    limits: { timeoutMs: () => trialTimeouts.requestMs },
    async handle({ connectors, sealing, caller, body, newId }) {
      const id = newId();
      const { developer } = caller;
      const trial = await connectors('trials.run', {
        caller,
        id,
        connector_type_id: body.connector_type_id,
        instance_configuration: sealing.seal(
          { purpose: 'instances.configuration', developer, id },
          body.instance_configuration,
        ),
        client_configuration: sealing.seal(
          { purpose: 'clients.configuration', developer, id },
          body.client_configuration,
        ),
      });
      return { body: connectorTrialToJson(trial) };
    },
  }),
];
