import { startWebThing } from '@trellis/connectors/testing';

/** A device of the Web of Things that notes each number with which it was called. */
export async function startCalledDevice() {
  const called: number[] = [];
  const device = await startWebThing({});
  device.answers['/'] = (_request, response) => {
    response.setHeader('content-type', 'application/td+json');
    return {
      '@context': 'https://www.w3.org/2022/wot/td/v1.1',
      id: 'urn:example:device',
      title: 'Device',
      security: ['none'],
      securityDefinitions: { none: { scheme: 'nosec' } },
      actions: {
        set: { input: { type: 'integer' }, forms: [{ href: `${device.origin}/set` }] },
      },
    };
  };
  device.answers['/set'] = ({ body }) => {
    called.push(Number(body));
    return null;
  };
  return { url: `${device.origin}/`, called, stop: () => device.stop() };
}
