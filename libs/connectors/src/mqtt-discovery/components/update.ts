import { action, isObject, parseJson } from '@trellis/connector-sdk';
import { actionOf } from '../command.js';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { decodeMember, readProperty, ownProperty } from '../property.js';

/** The firmware; the state is the installed version, or an object with both versions. Source: page "MQTT Update". */
export const update: ComponentKind = (source) => {
  const { settings } = source;
  const installed = readState(source, 'installed_version');
  const latest = settings.topic('latest_version_topic')
    ? readProperty(source, {
        state: { topic: 'latest_version_topic', templates: ['latest_version_template'] },
        decode: (text) => text,
      })
    : readState(source, 'latest_version');
  const install = actionOf(settings, { topic: 'command_topic', payload: 'payload_install' });
  return present([
    installed &&
      ownProperty('installed_version', { type: 'string', title: 'Installed version' }, installed),
    latest && ownProperty('latest_version', { type: 'string', title: 'Latest version' }, latest),
    install && action('install_update', { title: 'Install the update' }, () => install()),
  ]);
};

const readState = (source: Source, member: 'installed_version' | 'latest_version') =>
  readProperty(source, {
    state: { topic: 'state_topic', templates: ['value_template'] },
    decode(text) {
      const json = parseJson(text);
      if (!isObject(json)) return member === 'installed_version' ? text : undefined;
      return decodeMember(json[member], (version) =>
        typeof version === 'string' || typeof version === 'number' ? `${version}` : undefined,
      );
    },
  });
