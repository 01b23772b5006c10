import {
  Misconfigured,
  pinOnFirstUse,
  Unavailable,
  type HttpRequest,
  type ConnectorFailure,
} from '@trellis/connector-sdk';
import { credentialsOf, secretsIn, tokensOf, withToken, type Credentials } from './authorize.js';
import { createGuard, type Guard } from './guard.js';
import { compileInstance, type Compiled } from './compile.js';
import type { Context, Instance } from './configuration.js';
import { checkParameters, parameterValues, standIns } from './parameters.js';
import { createPollBudget, type PollBudget } from './budget.js';
import { createSender, type Seen, type Sender } from './sender.js';
import { expandUri, fillText, type Variables } from './template.js';

export interface Remote extends Sender {
  description: Instance;
  compiled: Compiled;
  parameters: Variables;
  budget: PollBudget;
  effort: Context['effort'];
  guard: Guard;
  memory: Context['memory'];
  explain: Context['explain'];
  /** The answers, in a trial that explains them. */
  seen: Seen[] | undefined;
  /** Takes secrets out of the address and the message of a failure. */
  conceal<Failure extends ConnectorFailure>(failure: Failure): Failure;
  /** Returns the address of a request. Throws `Unavailable` when its variables make no valid one. */
  addressOf(template: string, variables: Variables): URL;
}

export function openRemote(context: Context): Remote {
  const { instance: description, http, signal, explain, pasted } = context;
  const given = givenParameters(context);
  const [wrong] = checkParameters(description.parameters, given);
  if (wrong)
    throw new Misconfigured(`The parameter ${wrong.name}: ${wrong.detail}`, {
      cause: 'configuration_invalid',
    });
  const parameters = parameterValues(description.parameters, given);
  const base = baseOf(description, parameters);
  const fixed: Credentials = pasted
    ? { scheme: 'none' }
    : credentialsOf(description.authentication, parameters);
  const tls = tlsOf(description, context);
  const guard = createGuard([
    ...secretsIn(fixed),
    ...Object.entries(parameters).flatMap(([name, value]) =>
      description.parameters[name]?.secret ? [String(value)] : [],
    ),
  ]);
  const budget = createPollBudget(undefined, context.effort);
  const compiled = compileInstance(description);
  const seen: Seen[] | undefined = explain && [];
  const of = { base, parameters, tls, compiled, budget, guard };
  const tokens = pasted ? undefined : tokensOf(context, of);
  const sender = createSender({
    ...{ http, signal, instance: description, base, tls, compiled, budget, guard, seen, tokens },
    async credentials() {
      if (!tokens) return fixed;
      const token = await tokens.get();
      guard.add(token);
      return withToken(description.authentication, { token, parameters });
    },
  });
  return {
    description,
    compiled,
    parameters,
    budget,
    guard,
    memory: context.memory,
    effort: context.effort,
    explain,
    seen,
    conceal(failure) {
      const { facts, message } = failure;
      if (guard.reveals(decoded(facts.address))) facts.address = new URL(base).origin;
      if (guard.reveals(decoded(message)))
        failure.message = 'The request failed; what the API says about it has a secret.';
      return failure;
    },
    addressOf(template, variables) {
      const path = expandUri(template, variables);
      if (path === undefined) {
        throw new Unavailable('A value cannot be part of an address.', {
          sent: false,
          cause: 'unexpected_form',
          address: new URL(base).origin,
        });
      }
      return new URL(`${base}${path}`);
    },
    ...sender,
  };
}

function givenParameters({ instance, client, pasted }: Context): Variables {
  if (!pasted) return client.parameters;
  return Object.assign({}, standIns(instance.parameters), client.parameters);
}

function baseOf({ base_url }: Instance, parameters: Variables): string {
  const base = fillText(base_url, parameters) ?? base_url;
  if (!URL.canParse(base))
    throw new Misconfigured('The address of the API is not valid.', { cause: 'address_invalid' });
  return base.replace(/\/+$/, '');
}

/** Decodes percent-encoding, in which a secret would not be found. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}

const tlsOf = ({ ca, certificate }: Instance, { memory }: Context): HttpRequest['tls'] => {
  if (certificate === 'first_use') return { pin: pinOnFirstUse(memory, 'server') };
  return ca === undefined ? {} : { ca };
};
