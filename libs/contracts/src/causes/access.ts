import type { CauseRow } from './row.js';

/** Causes for which credentials, tokens or permissions are refused or missing. */
export const accessCauses = {
  credentials_refused: {
    code: 'authorization_required',
    remedy: 'reauthorize',
    act: 'correct',
    advice: 'The user name, password, key or token is wrong, or not valid any more.',
    en: 'The user name, password or key was not accepted. Please correct it.',
    de: 'Benutzername, Passwort oder Schlüssel wurde nicht angenommen. Bitte berichtigen Sie es.',
  },
  credentials_missing: {
    code: 'authorization_required',
    remedy: 'fix-configuration',
    act: 'correct',
    advice: 'The server wants credentials, and none are configured. The detail says of which kind.',
    en: 'A password, key or token is needed. Please enter it.',
    de: 'Ein Passwort, Schlüssel oder Token ist nötig. Bitte geben Sie es ein.',
  },
  token_refused: {
    code: 'authorization_required',
    remedy: 'reauthorize',
    act: 'sign in',
    advice:
      'A token that was issued a moment ago is refused as well, so that renewing it does not help. Where an end user ' +
      'granted access, they have to authorize again; else check the credentials and scopes of the app.',
    en: 'Your sign-in is not accepted any more. Please sign in again.',
    de: 'Ihre Anmeldung wird nicht mehr angenommen. Bitte melden Sie sich erneut an.',
  },
  forbidden: {
    code: 'authorization_required',
    remedy: 'reauthorize',
    act: 'correct',
    advice:
      'The credentials are known, but may not read this. Give their user the permission at the vendor, or use other ' +
      'ones.',
    en: 'Access to the devices was refused. Check what you entered, and whether it may see them.',
    de: 'Der Zugriff auf die Geräte wurde abgelehnt. Prüfen Sie Ihre Angaben, und ob sie dazu berechtigen.',
  },
  forbidden_after_refresh: {
    code: 'authorization_required',
    remedy: 'reauthorize',
    act: 'sign in',
    advice:
      'Access is refused with a new token as well. The grant lacks a permission: let the end user authorize again ' +
      'with all scopes, or check what the plan of the app at the vendor includes.',
    en: 'Your permission does not include this. Sign in again and allow everything that is asked for.',
    de: 'Ihre Erlaubnis umfasst das nicht. Melden Sie sich erneut an und erlauben Sie alles, wonach gefragt wird.',
  },
  grant_revoked: {
    code: 'authorization_required',
    remedy: 'reauthorize',
    act: 'sign in',
    advice:
      'The end user took back the authorization, or it has expired. Only the end user can grant it again.',
    en: 'Your sign-in has expired or was revoked. Sign in again to continue as before.',
    de: 'Ihre Anmeldung ist abgelaufen oder wurde zurückgenommen. Danach geht alles weiter wie zuvor.',
  },
  not_granted: {
    code: 'authorization_required',
    remedy: 'reauthorize',
    act: 'sign in',
    advice:
      'The end user granted less than the client reads. Authorize again, or configure it to read less.',
    en: 'You have not allowed this yet. Sign in again and allow what is asked for.',
    de: 'Das haben Sie noch nicht erlaubt. Melden Sie sich erneut an und erlauben Sie, wonach gefragt wird.',
  },
  pairing_needed: {
    code: 'authorization_required',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The bridge issues its key only just after its button was pressed. Press it, then poll the client.',
    en: 'Press the button of the bridge, then try again within half a minute.',
    de: 'Drücken Sie die Taste der Bridge und versuchen Sie es dann innerhalb einer halben Minute noch einmal.',
  },
  acl_refused: {
    code: 'authorization_required',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The access control list of the broker does not let this user read, or publish to, the topics. Permit them ' +
      'there, or use another user.',
    en: 'This user may not read the messages of the devices. Allow it at the broker, or use another user.',
    de: 'Dieser Benutzer darf die Nachrichten der Geräte nicht lesen. Erlauben Sie es am Broker, oder verwenden Sie einen anderen.',
  },
  credentials_withheld: {
    code: 'authorization_required',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The description leads to another server than the configured one. Credentials are not sent there; add a ' +
      'client for that server.',
    en: 'The devices are at another address than the one entered. Add that address as a connection of its own.',
    de: 'Die Geräte sind unter einer anderen Adresse als der eingegebenen. Fügen Sie jene als eigene Verbindung hinzu.',
  },
  app_refused: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The vendor refuses the client id and secret of the app, or has deactivated the app. Correct them in the ' +
      'configuration of the instance.',
    en: 'The app is not accepted by the vendor at the moment. Please tell the provider of the app.',
    de: 'Der Hersteller nimmt die App gerade nicht an. Bitte sagen Sie es dem Anbieter der App.',
  },
  token_not_issued: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'The authorization server answered without a token, or with an error that may pass.',
    en: 'The sign-in service does not answer as it should. We keep trying.',
    de: 'Der Anmeldedienst antwortet nicht, wie er sollte. Wir versuchen es weiter.',
  },
  token_request_refused: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The authorization server refuses the request for a token. Check its address, the grant and the scopes.',
    en: 'The app is not set up correctly for this service. Please tell the provider of the app.',
    de: 'Die App ist für diesen Dienst nicht richtig eingerichtet. Bitte sagen Sie es dem Anbieter der App.',
  },
} as const satisfies Record<string, CauseRow>;
