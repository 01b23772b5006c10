import { expect, test } from '@jest/globals';
import { createHrefs } from './hrefs.js';

test('the addresses are those of the interface, with what is in them encoded', () => {
  const hrefs = createHrefs('https://trellis.example');
  const api = 'https://trellis.example/api/v1';
  expect({
    description: hrefs.description(3),
    instance: hrefs.instance('1'),
    client: hrefs.client('1'),
    unit: hrefs.unit('1'),
    unitProperty: hrefs.unitProperty('1', 'a b/c'),
    subject: hrefs.subject('Zoë/1'),
    things: hrefs.things,
    thing: hrefs.thing('1'),
    thingProperties: hrefs.thingProperties('1'),
    thingProperty: hrefs.thingProperty('1', '%2F'),
    observe: hrefs.observe('1', 'on', 'a+b/c='),
    thingAction: hrefs.thingAction('1', 'open?'),
    thingEvent: hrefs.thingEvent('1', 'rung'),
    subscribe: hrefs.subscribe('1', 'rung', 'a+b/c='),
    interaction: hrefs.interaction('1'),
    events: hrefs.events,
    authorization: hrefs.authorization('t/1'),
    authorized: hrefs.authorized,
    callback: hrefs.callback,
    appCallback: hrefs.appCallback,
    delivery: hrefs.delivery('1'),
    problem: hrefs.problem('not_found'),
  }).toEqual({
    description: `${api}/connectors/descriptions/3`,
    instance: `${api}/connectors/instances/1`,
    client: `${api}/connectors/clients/1`,
    unit: `${api}/units/1`,
    unitProperty: `${api}/units/1/properties/a%20b%2Fc`,
    subject: `${api}/subjects/Zo%C3%AB%2F1`,
    things: `${api}/things`,
    thing: `${api}/things/1`,
    thingProperties: `${api}/things/1/properties`,
    thingProperty: `${api}/things/1/properties/%252F`,
    observe: `${api}/things/1/properties/on/observe?ticket=a%2Bb%2Fc%3D`,
    thingAction: `${api}/things/1/actions/open%3F`,
    thingEvent: `${api}/things/1/events/rung`,
    subscribe: `${api}/things/1/events/rung?ticket=a%2Bb%2Fc%3D`,
    interaction: `${api}/interactions/1`,
    events: `${api}/events`,
    authorization: `${api}/connectors/authorizations/t%2F1`,
    authorized: `${api}/connectors/authorized`,
    callback: `${api}/connectors/callback`,
    appCallback: `${api}/callback`,
    delivery: `${api}/callback/deliveries/1`,
    problem: 'https://trellis.example/docs/problems#not_found',
  });
});
