import { abilitiesOf } from '../components/kinds.js';
import type { ComponentAbility } from '../component-kind.js';
import { Payload, type State } from '../payload.js';
import { Settings } from '../settings.js';

function stateOf(given: string | Record<string, string>): State {
  if (typeof given === 'string') return { get: () => new Payload(given) };
  const payloads = Object.entries(given).map(([topic, text], index) => [
    topic,
    new Payload(text, index + 1),
  ]);
  return new Map(payloads as [string, Payload][]);
}

/** Builds a kind of component from options, to read and write its properties. */
export function built(kind: string, options: Record<string, unknown>) {
  const build = (state: State): ComponentAbility[] =>
    abilitiesOf(kind, { settings: new Settings(options), state });
  const nothing: State = { get: () => undefined };
  const properties = (state = nothing) => build(state).filter((one) => 'property' in one);
  const actions = build(nothing).filter((one) => 'action' in one);
  const find = (name: string, state?: State) => properties(state).find((one) => one.name === name);
  const sent = (publications: { topic: string; payload: string }[] | undefined) =>
    publications?.map(({ topic, payload }) => `${topic} ${payload}`);
  return {
    names: properties().map(({ name }) => name),
    actions: actions.map(({ name }) => name),
    affordance: (name: string) => find(name)?.property,
    capability: (name: string) => find(name)?.capability,
    /**
     * The value of a property when every topic holds this text, or when these topics were heard one after the other;
     * `unknown` where the text says so.
     */
    read(name: string, given: string | Record<string, string>) {
      const { value, isUnknown } = find(name, stateOf(given)) ?? {};
      return isUnknown ? 'unknown' : value;
    },
    write: (name: string, value: unknown, given: Record<string, string> = {}) =>
      sent(find(name, stateOf(given))?.write?.(value as never)),
    /** The messages of a write that says how long the change takes (ms). */
    move: (name: string, value: unknown, transitionMs: number) =>
      sent(find(name)?.write?.(value as never, transitionMs)),
    input: (name: string) => actions.find((one) => one.name === name)?.action.input,
    invoke: (name: string, input?: object) =>
      sent(actions.find((one) => one.name === name)?.invoke(input as never)),
  };
}
