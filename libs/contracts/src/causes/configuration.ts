import type { CauseRow } from './row.js';

/** Causes in the configuration, and in the work of Trellis itself. */
export const configurationCauses = {
  address_invalid: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The address is none that can be used. It needs a supported scheme, and no user name or password in it.',
    en: 'The address is not written correctly. Check it.',
    de: 'Die Adresse ist nicht richtig geschrieben. Prüfen Sie sie.',
  },
  request_invalid: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'A header, user name or address has characters that cannot be sent, so nothing was sent.',
    en: 'Something that was entered has characters that cannot be sent. Check the details.',
    de: 'Etwas von den Angaben hat Zeichen, die nicht gesendet werden können. Prüfen Sie sie.',
  },
  configuration_incomplete: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice: 'A member of the configuration is missing that is needed together with the others.',
    en: 'Something is missing in the details. Please complete them.',
    de: 'In den Angaben fehlt etwas. Bitte ergänzen Sie sie.',
  },
  configuration_invalid: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice: 'A member of the configuration cannot work; the detail names it.',
    en: 'Something you entered is not right. Please correct it.',
    de: 'Etwas von dem, was eingegeben wurde, stimmt nicht. Bitte berichtigen Sie es.',
  },
  description_invalid: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'A path or expression of the description is not valid, or takes too long on these answers.',
    en: 'The app is not set up correctly for this service. Please tell the provider of the app.',
    de: 'Die App ist für diesen Dienst nicht richtig eingerichtet. Bitte sagen Sie es dem Anbieter der App.',
  },
  parts_left_out: {
    code: 'misconfigured',
    act: 'wait',
    advice:
      'Parts of kinds that the connector does not know are left out; everything else is read.',
    en: 'Some parts are of a kind that is not supported yet.',
    de: 'Manche Teile sind von einer Art, die noch nicht unterstützt wird.',
  },
  too_many_devices: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The client finds more devices than the quota of a client allows. Configure it to find fewer.',
    en: 'There are more devices than one connection may have. Choose fewer.',
    de: 'Es gibt mehr Geräte, als eine Verbindung haben darf. Wählen Sie weniger aus.',
  },
  too_costly: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'What the remote technology answers takes too much time or memory to process. Read less of it.',
    en: 'There is more than can be processed. Please tell the provider of the app.',
    de: 'Es ist mehr, als verarbeitet werden kann. Bitte sagen Sie es dem Anbieter der App.',
  },
  connector_bug: {
    code: 'connector_failed',
    act: 'wait',
    advice:
      'The connector itself failed, which the log of connector-runtime explains. Please report it.',
    en: 'Something went wrong on our side. We keep trying; please check back later.',
    de: 'Bei uns ist etwas schiefgegangen. Wir versuchen es weiter; bitte schauen Sie später wieder herein.',
  },
  device_invalid: {
    code: 'connector_failed',
    act: 'wait',
    advice:
      'What the technology says about this device or room cannot be shown; the detail says why.',
    en: 'Something about one device cannot be shown.',
    de: 'Etwas von einem Gerät kann nicht angezeigt werden.',
  },
  polls_set_aside: {
    code: 'set_aside',
    act: 'wait',
    advice:
      'Polls of this client stopped the service. One is attempted every hour, or by POST …/poll.',
    en: 'Something went wrong on our side. We rarely try again; please check back later.',
    de: 'Bei uns ist etwas schiefgegangen. Wir versuchen es nur selten; bitte schauen Sie später wieder herein.',
  },
} as const satisfies Record<string, CauseRow>;
