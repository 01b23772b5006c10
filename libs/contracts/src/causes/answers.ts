import type { CauseRow } from './row.js';

/** Causes in the answers of a server that is reached. */
export const answerCauses = {
  not_found: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The server has nothing at this path (404 or 410). Correct the address or the description.',
    en: 'The address leads to nothing there. Check it.',
    de: 'Unter dieser Adresse gibt es dort nichts. Prüfen Sie sie.',
  },
  bad_request: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The server does not understand the request, and will not the next time either. Check path, parameters and ' +
      'headers; a trial (POST /connectors/try) shows the same.',
    en: 'The service does not understand what was entered. Check the details.',
    de: 'Der Dienst versteht nicht, was eingegeben wurde. Prüfen Sie die Angaben.',
  },
  redirect: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'Redirects are not followed. If the API has moved, configure the address that the message names. A redirect to ' +
      'a page to sign in means that the request was not accepted as signed in.',
    en: 'The service has moved to another address. Enter that one.',
    de: 'Der Dienst ist unter eine andere Adresse umgezogen. Geben Sie jene ein.',
  },
  rate_limited: {
    code: 'unavailable',
    remedy: 'wait',
    act: 'wait',
    advice:
      'Too many requests were sent. Polls wait for as long as the server demands; a longer interval avoids it.',
    en: 'The service needs a break. We continue by ourselves.',
    de: 'Der Dienst braucht eine Pause. Danach geht es von selbst weiter.',
  },
  vendor_quota: {
    code: 'unavailable',
    remedy: 'wait',
    act: 'wait',
    advice:
      'The requests that the vendor allows the app or the user are used up for now. A longer interval, or a ' +
      'larger plan at the vendor, avoids it.',
    en: 'The vendor allows no more requests for now. We continue by ourselves.',
    de: 'Der Hersteller erlaubt gerade keine weiteren Abfragen. Danach geht es von selbst weiter.',
  },
  server_error: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice:
      'The server failed by itself (5xx). Its log says why; this is nothing that the configuration can change.',
    en: 'The service has a problem of its own. We keep trying.',
    de: 'Der Dienst hat selbst eine Störung. Wir versuchen es weiter.',
  },
  unexpected_status: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'The server answers with a status that means neither success nor a known refusal.',
    en: 'The service gives an unexpected answer. We keep trying.',
    de: 'Der Dienst antwortet anders als erwartet. Wir versuchen es weiter.',
  },
  refused_by_server: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'The server refuses the request by a code of its own, which is in the detail.',
    en: 'The service refuses the request at the moment. We keep trying.',
    de: 'Der Dienst lehnt die Abfrage gerade ab. Wir versuchen es weiter.',
  },
  api_error: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'The answer itself reports an error. A trial, or the log of the API, shows which.',
    en: 'The service reports a problem. We keep trying.',
    de: 'Der Dienst meldet ein Problem. Wir versuchen es weiter.',
  },
  not_json: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'JSON was expected, and something else came, such as the HTML of a login page or a proxy. Check that the ' +
      'address is that of the API.',
    en: 'This address belongs to a web page, not to the service. Check it.',
    de: 'Diese Adresse gehört zu einer Webseite und nicht zu dem Dienst. Prüfen Sie sie.',
  },
  unexpected_form: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'A part of the answer does not have the expected form. The API may have changed: compare the ' +
      'description with an answer.',
    en: 'The service answers differently than the app expects. Please tell the provider of the app.',
    de: 'Der Dienst antwortet anders, als die App es erwartet. Bitte sagen Sie es dem Anbieter der App.',
  },
  value_not_there: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'No answer has anything at this path of the description. Correct the path, or mark it as optional.',
    en: 'Some values are missing, because the service answers differently than the app expects.',
    de: 'Manche Werte fehlen, weil der Dienst anders antwortet, als die App es erwartet.',
  },
  not_pasted: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The trial has pasted answers, and none for this request. Paste one, with the name of the request or its address.',
    en: 'Nothing was asked of the service.',
    de: 'Der Dienst wurde nicht gefragt.',
  },
  answer_too_large: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The answer is larger than a connector may receive. Ask for less, such as by pages or a filter.',
    en: 'The service sends more at once than can be read. Please tell the provider of the app.',
    de: 'Der Dienst sendet mehr auf einmal, als gelesen werden kann. Bitte sagen Sie es dem Anbieter der App.',
  },
  too_much_to_read: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'A poll reached a limit of requests, bytes, time or entries; the rest was not read. Read less in one client.',
    en: 'There is more than can be read at once, so something is missing.',
    de: 'Es gibt mehr, als auf einmal gelesen werden kann; daher fehlt etwas.',
  },
  other_server: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The answer leads to another server, which is not asked. Describe that server in an instance of its own.',
    en: 'The service refers to another one, which is not asked. Please tell the provider of the app.',
    de: 'Der Dienst verweist auf einen anderen, der nicht gefragt wird. Bitte sagen Sie es dem Anbieter der App.',
  },
  nothing_found: {
    code: 'no_devices',
    remedy: 'fix-configuration',
    act: 'wait',
    advice: 'The poll succeeded and found no device. The detail says where they were looked for.',
    en: 'No device was found. Check that there are some, and that this user may see them.',
    de: 'Es wurde kein Gerät gefunden. Prüfen Sie, ob es welche gibt und ob dieser Benutzer sie sehen darf.',
  },
  nothing_reported: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice:
      'Nothing reports changes by itself any more, so the client is only polled until that is back.',
    en: 'Changes arrive later than usual at the moment.',
    de: 'Änderungen kommen gerade später an als sonst.',
  },
  another_device: {
    code: 'another_device',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The id or certificate at the address is that of another device, bridge or account. Correct the address, or ' +
      'send the configuration again to accept this one.',
    en: 'Another device answers at the address. If yours has another address now, correct it; if you replaced it, save the details again.',
    de: 'Unter der Adresse antwortet ein anderes Gerät. Hat Ihres jetzt eine andere Adresse, berichtigen Sie diese; haben Sie es ersetzt, speichern Sie die Angaben noch einmal.',
  },

  value_refused: {
    code: 'rejected',
    act: 'correct',
    advice:
      'The device or service does not accept this value or input. Compare it with the description of the thing.',
    en: 'The device does not accept this value.',
    de: 'Das Gerät nimmt diesen Wert nicht an.',
  },
  no_such_command: {
    code: 'rejected',
    act: 'wait',
    advice:
      'The device has no such property or action at the moment, or the technology can only be read.',
    en: 'The device cannot do this.',
    de: 'Das kann das Gerät nicht.',
  },
  signature_missing: {
    code: 'rejected',
    act: 'wait',
    advice: 'The request to the webhook address is not signed by the vendor, so it was ignored.',
    en: 'Something that did not come from the vendor was ignored.',
    de: 'Etwas, das nicht vom Hersteller kam, wurde nicht beachtet.',
  },
} as const satisfies Record<string, CauseRow>;
