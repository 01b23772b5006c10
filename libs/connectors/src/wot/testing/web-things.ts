import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import getPort from 'get-port';
import webthing from 'webthing';

export interface WebThingPeer {
  url: string;
  level(): number;
  /** Changes the level by hand. */
  turn(level: number): void;
  /** Makes the first thing report that it is too hot. */
  overheat(temperature: number): void;
  stop(): Promise<void>;
}

// The server adds `ws` to the router of the Express that it resolves, which may be another one.
const fromWebThing = createRequire(createRequire(import.meta.url).resolve('webthing'));
fromWebThing('express-ws/lib/add-ws-method').default(fromWebThing('express').Router);

const { Action, Event, MultipleThings, Property, SingleThing, Thing, Value, WebThingServer } =
  webthing;

/** Takes a moment to end. */
class Fade extends Action {
  constructor(thing: InstanceType<typeof Thing>, input: { to: number }) {
    super(randomUUID(), thing, 'fade', input);
  }

  override async performAction(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 300));
    this.getThing().setProperty('level', (this.getInput() as { to: number }).to);
  }
}

/** Takes no input. */
class Reset extends Action {
  constructor(thing: InstanceType<typeof Thing>) {
    super(randomUUID(), thing, 'reset', null as never);
  }

  override async performAction(): Promise<void> {
    this.getThing().setProperty('level', 0);
  }
}

/** A server of WebThings, with one thing or with two. */
export async function startWebThings({ single = false } = {}): Promise<WebThingPeer> {
  const levels: InstanceType<typeof Value<number>>[] = [];
  const things = ['Dimmer', 'Other dimmer'].map((title, index) => {
    const thing = new Thing(`urn:peer:dimmer-${index}`, title, ['OnOffSwitch'], 'A WebThing');
    const level = { '@type': 'LevelProperty', type: 'integer', title: 'Level', maximum: 100 };
    levels[index] = new Value<number>(10, () => {});
    thing.addProperty(new Property(thing, 'level', levels[index], level as never));
    const power = { type: 'number', title: 'Power', unit: 'watt', readOnly: true };
    thing.addProperty(new Property(thing, 'power', new Value<number>(3.5), power as never));
    const unknown = { type: 'string', title: 'Not known yet', readOnly: true };
    thing.addProperty(new Property(thing, 'unknown', new Value(null), unknown as never));
    const input = { type: 'object', required: ['to'], properties: { to: { type: 'integer' } } };
    thing.addAvailableEvent('overheated', { type: 'number', unit: 'degree celsius' } as never);
    thing.addAvailableAction('fade', { title: 'Fade', input } as never, Fade as never);
    thing.addAvailableAction('reset', { title: 'Reset' }, Reset as never);
    return thing;
  });
  const port = await getPort();
  const served = single ? new SingleThing(things[0]!) : new MultipleThings(things, 'Dimmers');
  const server = new WebThingServer(served, port, undefined, undefined, [], '', true);
  await server.start();
  return {
    url: `http://localhost:${port}/`,
    level: () => things[0]!.getProperty('level') as number,
    turn: (level) => levels[0]!.notifyOfExternalUpdate(level),
    overheat: (temperature) =>
      things[0]!.addEvent(new Event(things[0]!, 'overheated', temperature as never)),
    stop: async () => void (await server.stop(true)),
  };
}
