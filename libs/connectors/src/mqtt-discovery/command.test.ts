import { describe, expect, test } from '@jest/globals';
import { commandOf } from './component-kind.js';
import { Settings } from './settings.js';

const publish = (options: Record<string, unknown>) =>
  commandOf(new Settings({ command_topic: 'c', ...options }), {
    topic: 'command_topic',
    template: 'command_template',
  });

describe('commands', () => {
  test('have the quality of service and the retention that the device asks for', () => {
    expect(publish({ qos: 2, retain: true })?.('ON')).toEqual({
      topic: 'c',
      payload: 'ON',
      qos: 2,
      retain: true,
    });
    expect(publish({ qos: 7 })?.('ON')).toMatchObject({ qos: 0, retain: false });
  });

  test('are not there without a topic, or with a template that cannot be evaluated', () => {
    expect(publish({ command_topic: 'c/#' })).toBeUndefined();
    expect(publish({ command_template: '{{ states("x") }}' })).toBeUndefined();
  });
});
