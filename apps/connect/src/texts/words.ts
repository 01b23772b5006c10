import type { InputError, Schema } from '@trellis/schema-form';

/** Writes a time of today with hours and minutes, another one with its day. */
function timeIn(language: string, at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'long' } as const);
  return date.toLocaleString(language, { ...day, hour: 'numeric', minute: '2-digit' });
}

const en = {
  language: 'en' as 'en' | 'de',
  page: 'Connect',
  connectingFor: 'Connecting for',
  notYou: 'If that is not you, close this page.',
  chooseTitle: 'What would you like to connect?',
  chooseIntro: (app: string) =>
    `Choose a technology to let ${app} see and use the devices you have there.`,
  theApp: 'the app',
  search: 'Search',
  nothingFound: 'Nothing matches your search.',
  nothingToConnect: 'There is nothing to connect here at the moment.',
  yours: 'Your connections',
  statusOf: {
    STARTED: 'Connected',
    STARTING: 'Not finished',
    ERROR: 'Needs attention',
  },
  back: 'Back',
  connectTo: (name: string) => `Connect ${name}`,
  changeTitle: (name: string) => `Change ${name}`,
  secretsStay:
    'Passwords and keys are never shown again. Leave a field empty to keep the stored one.',
  storedSecret: 'Already stored.',
  nameField: 'Name of this connection',
  nameHint: 'A name that tells it apart, such as “Home” or “Office”.',
  optional: 'optional',
  moreSettings: 'More settings',
  none: 'None',
  onePerLine: 'One per line.',
  pairs: 'One per line, as name=value.',
  asJson: 'As JSON.',
  add: 'Add',
  remove: (number: number) => `Remove number ${number}`,
  show: 'Show',
  hide: 'Hide',
  connect: 'Connect',
  continueToSignIn: (name: string) => `Continue to ${name}`,
  signInHint: (name: string) => `You sign in at ${name} and come back here afterwards.`,
  save: 'Check and save',
  checking: 'Checking…',
  firstDo: 'Before you begin',
  nowDo: 'One more step',
  inputErrors: {
    required: () => 'Please fill this in.',
    number: ({ minimum, maximum }) => {
      const least = minimum === undefined ? '' : ` of at least ${minimum}`;
      const most =
        maximum === undefined || maximum > 1e12 ? '' : `${least && ' and'} of at most ${maximum}`;
      return `Please enter a number${least}${most}.`;
    },
    json: () => 'Please enter valid JSON.',
  } as Record<InputError, (schema: Schema) => string>,
  wrongInput: 'Please correct the marked fields.',
  refused: 'These details did not work, so nothing was changed.',
  enterAgain: 'Please enter it again: we never send it to a new address unless you do.',
  notAccepted: 'These details were not accepted.',
  nameTaken: 'You already have a connection with this name. Please choose another name.',
  starting: (name: string) => `Connecting to ${name}…`,
  startingHint: 'Looking for your devices. This takes a few seconds.',
  waitingHint: 'This is taking longer than usual. You can wait here or come back later.',
  connected: (name: string) => `${name} is connected`,
  found: (count: number) => (count === 1 ? '1 device found' : `${count} devices found`),
  foundNone: 'No devices found yet. New ones appear automatically.',
  andMore: (count: number) => `and ${count} more`,
  signInTitle: (name: string) => `Sign in at ${name}`,
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  changeSettings: 'Change settings',
  correct: 'Correct the details',
  tryAgain: 'Try again',
  another: 'Connect something else',
  done: 'Done',
  doneHint: 'You can close this window now.',
  cancel: 'Cancel',
  nextAttempt: (at: string) => `Next attempt: ${timeIn('en', at)}.`,
  details: 'Technical details',
  warnings: 'Not everything worked',
  /** Texts of warnings by their codes, where there are others than the details. */
  warningTexts: {} as Record<string, string | undefined>,
  problems: {
    unavailable: {
      title: 'Cannot be reached',
      text: 'Check that it is switched on and connected, and that the address is right. We keep trying.',
    },
    misconfigured: {
      title: 'The details are not right',
      text: 'Something you entered is not right. Please correct it.',
    },
    anotherDevice: {
      title: 'Another device answers',
      text: 'At the address another device answers than before, so nothing of it is shown. If yours has another address now, correct the address. If you have replaced it, save the details again.',
    },
    refusedLogin: {
      title: 'Sign-in was refused',
      text: 'The user name, password or key was not accepted. Please correct it.',
    },
    signInNeeded: {
      title: 'Please sign in again',
      text: 'Your sign-in has expired or was revoked. Sign in again to continue as before.',
    },
    elsewhere: {
      title: 'Not working at the moment',
      text: 'The other side has a problem. We keep trying; please check back later.',
    },
    oneMoreStep: { title: 'One more step', text: 'Something has to be done at the device.' },
    paused: { title: 'Paused', text: 'The app has paused this connection.' },
    other: {
      title: 'Something went wrong',
      text: 'This is not your fault. We keep trying; please check back later.',
    },
  },
  signInFailed: 'The sign-in was not completed. You can try again.',
  otherAccount:
    'You signed in to another account than before, so nothing was changed. If you use another account, the devices of the previous one are no longer available here. If you are not asked which account to use, sign out there first.',
  accountBefore: 'Sign in to the account used before',
  useOtherAccount: 'Use this other account',
  alreadyConnected: 'You have already connected this. Here it is.',
  quota: 'No more connections can be added. Please contact the provider of the app.',
  expired: 'This link has expired',
  expiredHint:
    'For your security, it is only valid for a short time. Go back to the app and start again.',
  revoked: 'This link no longer works',
  revokedHint: 'The app has withdrawn it. Go back to the app and start again.',
  failed: 'That did not work',
  failedHint: 'Please check your internet connection and try again.',
  refusedHint: 'This is not your fault. Please try again later.',
  goBack: 'Back to the app',
  loading: 'Loading…',
  trust: (app: string) =>
    `Your details are stored encrypted and used for this connection only. Your passwords are not shown to ${app}.`,
};

export type Words = typeof en;

const de: Words = {
  language: 'de',
  page: 'Verbinden',
  connectingFor: 'Verbindung für',
  notYou: 'Wenn Sie das nicht sind, schließen Sie diese Seite.',
  chooseTitle: 'Was möchten Sie verbinden?',
  chooseIntro: (app) =>
    `Wählen Sie eine Technik. Danach kann ${app} die Geräte sehen und nutzen, die Sie dort haben.`,
  theApp: 'die App',
  search: 'Suchen',
  nothingFound: 'Dazu gibt es nichts.',
  nothingToConnect: 'Hier gibt es gerade nichts zu verbinden.',
  yours: 'Ihre Verbindungen',
  statusOf: { STARTED: 'Verbunden', STARTING: 'Nicht abgeschlossen', ERROR: 'Bitte ansehen' },
  back: 'Zurück',
  connectTo: (name) => `${name} verbinden`,
  changeTitle: (name) => `${name} ändern`,
  secretsStay:
    'Passwörter und Schlüssel werden nie wieder angezeigt. Was Sie davon leer lassen, bleibt.',
  storedSecret: 'Schon gespeichert.',
  nameField: 'Name dieser Verbindung',
  nameHint: 'Um sie von anderen zu unterscheiden, etwa „Zuhause“ oder „Büro“.',
  optional: 'freiwillig',
  moreSettings: 'Weitere Einstellungen',
  none: 'Keine',
  onePerLine: 'Je Zeile einen Eintrag.',
  pairs: 'Je Zeile einen Eintrag, als name=wert.',
  asJson: 'Als JSON.',
  add: 'Hinzufügen',
  remove: (number) => `Nummer ${number} entfernen`,
  show: 'Anzeigen',
  hide: 'Verbergen',
  connect: 'Verbinden',
  continueToSignIn: (name) => `Weiter zu ${name}`,
  signInHint: (name) => `Sie melden sich bei ${name} an und kommen danach hierher zurück.`,
  save: 'Prüfen und speichern',
  checking: 'Wird geprüft …',
  firstDo: 'Bevor Sie beginnen',
  nowDo: 'Noch ein Schritt',
  inputErrors: {
    required: () => 'Bitte füllen Sie das aus.',
    number: ({ minimum, maximum }) => {
      const least = minimum === undefined ? '' : ` ab ${minimum}`;
      const most = maximum === undefined || maximum > 1e12 ? '' : ` bis ${maximum}`;
      return `Bitte geben Sie eine Zahl${least}${most} ein.`;
    },
    json: () => 'Bitte geben Sie gültiges JSON ein.',
  },
  wrongInput: 'Bitte berichtigen Sie, was markiert ist.',
  refused: 'Mit diesen Angaben ging es nicht, daher wurde nichts geändert.',
  enterAgain:
    'Bitte geben Sie es noch einmal ein: An eine andere Adresse wird es sonst nicht gesendet.',
  notAccepted: 'Diese Angaben wurden nicht angenommen.',
  nameTaken: 'Eine Verbindung mit diesem Namen haben Sie schon. Bitte wählen Sie einen anderen.',
  starting: (name) => `${name} wird verbunden …`,
  startingHint: 'Ihre Geräte werden gesucht. Das dauert einige Sekunden.',
  waitingHint: 'Es dauert länger als sonst. Sie können warten oder später wiederkommen.',
  connected: (name) => `${name} ist verbunden`,
  found: (count) => (count === 1 ? '1 Gerät gefunden' : `${count} Geräte gefunden`),
  foundNone: 'Noch wurden keine Geräte gefunden. Neue erscheinen von selbst.',
  andMore: (count) => `und ${count} weitere`,
  signInTitle: (name) => `Bei ${name} anmelden`,
  signIn: 'Anmelden',
  signInAgain: 'Erneut anmelden',
  changeSettings: 'Einstellungen ändern',
  correct: 'Angaben berichtigen',
  tryAgain: 'Noch einmal versuchen',
  another: 'Noch etwas verbinden',
  done: 'Fertig',
  doneHint: 'Sie können dieses Fenster jetzt schließen.',
  cancel: 'Abbrechen',
  nextAttempt: (at) => `Nächster Versuch: ${timeIn('de', at)}.`,
  details: 'Technische Einzelheiten',
  warnings: 'Nicht alles hat geklappt',
  warningTexts: {
    no_devices:
      'Es wurde kein Gerät gefunden. Prüfen Sie, ob es welche gibt und ob der Zugang sie lesen darf, etwa nach den Zugriffsregeln (ACL) eines MQTT-Brokers.',
    no_values:
      'Von manchen Geräten ist kein Wert bekannt. Wenn das so bleibt, prüfen Sie, ob sie etwas melden und ob der Zugang es lesen darf, etwa nach den Zugriffsregeln (ACL) eines MQTT-Brokers.',
  },
  problems: {
    unavailable: {
      title: 'Es ist nicht erreichbar',
      text: 'Prüfen Sie, ob es eingeschaltet und verbunden ist und ob die Adresse stimmt. Wir versuchen es weiter.',
    },
    misconfigured: {
      title: 'Die Angaben passen nicht',
      text: 'Etwas von dem, was eingegeben wurde, stimmt nicht. Bitte berichtigen Sie es.',
    },
    anotherDevice: {
      title: 'Ein anderes Gerät antwortet',
      text: 'Unter der Adresse antwortet ein anderes Gerät als zuvor, daher wird nichts davon angezeigt. Hat Ihres jetzt eine andere Adresse, berichtigen Sie diese. Haben Sie es ersetzt, speichern Sie die Angaben noch einmal.',
    },
    refusedLogin: {
      title: 'Die Anmeldung wurde abgelehnt',
      text: 'Benutzername, Passwort oder Schlüssel wurde nicht angenommen. Bitte berichtigen Sie es.',
    },
    signInNeeded: {
      title: 'Bitte melden Sie sich erneut an',
      text: 'Ihre Anmeldung ist abgelaufen oder wurde zurückgenommen. Danach geht alles weiter wie zuvor.',
    },
    elsewhere: {
      title: 'Es geht gerade nicht',
      text: 'Die Gegenstelle hat ein Problem. Wir versuchen es weiter; bitte schauen Sie später wieder herein.',
    },
    oneMoreStep: { title: 'Noch ein Schritt', text: 'Am Gerät ist noch etwas zu tun.' },
    paused: { title: 'Es ist angehalten', text: 'Die App hat diese Verbindung angehalten.' },
    other: {
      title: 'Etwas ist schiefgegangen',
      text: 'Das liegt nicht an Ihnen. Wir versuchen es weiter; bitte schauen Sie später wieder herein.',
    },
  },
  signInFailed: 'Die Anmeldung wurde nicht abgeschlossen. Sie können es noch einmal versuchen.',
  otherAccount:
    'Sie haben sich mit einem anderen Konto angemeldet als zuvor, daher wurde nichts geändert. Mit einem anderen Konto ist hier nicht mehr verfügbar, was zum bisherigen gehört. Wenn Sie nicht nach dem Konto gefragt werden, melden Sie sich dort zuerst ab.',
  accountBefore: 'Mit dem bisherigen Konto anmelden',
  useOtherAccount: 'Dieses andere Konto verwenden',
  alreadyConnected: 'Das haben Sie schon verbunden. Hier ist es.',
  quota: 'Für eine weitere Verbindung ist kein Platz. Bitte fragen Sie den Anbieter der App.',
  expired: 'Dieser Link ist abgelaufen',
  expiredHint:
    'Zu Ihrer Sicherheit gilt er nur kurze Zeit. Gehen Sie zurück zur App und beginnen Sie von vorn.',
  revoked: 'Dieser Link gilt nicht mehr',
  revokedHint: 'Die App hat ihn zurückgezogen. Gehen Sie zurück zur App und beginnen Sie von vorn.',
  failed: 'Das hat nicht geklappt',
  failedHint: 'Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
  refusedHint: 'Das liegt nicht an Ihnen. Bitte versuchen Sie es später noch einmal.',
  goBack: 'Zurück zur App',
  loading: 'Wird geladen …',
  trust: (app) =>
    `Was Sie eingeben, wird verschlüsselt gespeichert und nur für diese Verbindung genutzt. Ihre Passwörter werden ${app} nicht angezeigt.`,
};

const languages = { en, de };
export type Language = keyof typeof languages;

/** Returns the requested language, or else the first one of the browser that is supported. */
export function languageOf(requested: Language | undefined, browser: readonly string[]): Language {
  const known = browser.map((tag) => tag.slice(0, 2).toLowerCase());
  return requested ?? (known.find((tag) => tag in languages) as Language | undefined) ?? 'en';
}

export const wordsOf = (language: Language): Words => languages[language];
