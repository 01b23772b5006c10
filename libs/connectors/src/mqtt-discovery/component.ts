import type { Settings } from './settings.js';

/** One component of a device, as its discovery message describes it. */
export interface Component {
  /** `sensor`, `switch`, … */
  kind: string;
  /** Unique among all components of the broker, and stable. */
  id: string;
  /** Its name within its device: the last part of its topic, or its key in a message for a device. */
  key: string;
  settings: Settings;
}
