import {
  action,
  oneLine,
  property,
  type PropertyAffordance,
  textProperty,
} from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isOn, supports } from './state.js';
import { booleanOf } from './values.js';

/** `UpdateEntityFeature.INSTALL`. */
const installFeature = 1;

/** The firmware of a device, or a program (developers.home-assistant.io, "Update entity"). */
export const update: Domain = (state) => {
  const { installed_version, latest_version, in_progress } = state.attributes;
  const text = (name: string, title: string, value: unknown) =>
    textProperty(name, title, oneLine(value));
  const flag = (name: string, title: string, value: boolean | undefined) =>
    property(name, { type: 'boolean', title } satisfies PropertyAffordance, { value });
  return [
    flag('update_available', 'Update available', isOn(state)),
    text('installed_version', 'Installed version', installed_version),
    text('latest_version', 'Latest version', latest_version),
    flag('updating', 'Update in progress', booleanOf(in_progress)),
    ...when(
      supports(state, installFeature),
      action('install_update', { title: 'Install the update' }, () =>
        callService(state, 'install'),
      ),
    ),
  ];
};
