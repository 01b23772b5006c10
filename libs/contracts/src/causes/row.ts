/** The class of a failure: the code of a client's error or warning, or that of a refused command. */
export type CauseCode =
  | 'unavailable'
  | 'authorization_required'
  | 'misconfigured'
  | 'another_device'
  | 'connector_failed'
  | 'set_aside'
  | 'no_devices'
  // Of commands only.
  | 'rejected'
  | 'device_unavailable';

export interface CauseRow {
  code: CauseCode;
  /**
   * The remedy that can succeed, if there is one. `reauthorize` is `fix-configuration` where no end user grants
   * access, because the refused credentials are in the configuration.
   */
  remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration';
  /** The step that an end user can take: what was entered may be wrong, or nothing but wait. */
  act: 'correct' | 'sign in' | 'try again' | 'wait';
  /** Its meaning and what helps, for developers. */
  advice: string;
  /** The same for end users, in their languages. */
  en: string;
  de: string;
}
