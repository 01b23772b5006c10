import type { Words } from './english-words.js';
import { timeIn } from './time-in.js';

export const de: Words = {
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
  foundTitle: 'Bei Ihnen zu Hause gefunden',
  allTechnologies: 'Alles andere',
  otherCategory: 'Sonstiges',
  homeQuestion: 'Geräte bei Ihnen zu Hause?',
  homeHint:
    'Manche Geräte sind nur bei Ihnen zu Hause erreichbar. Ein kleines Programm dort stellt die Verbindung her; in Ihrem ' +
    'Router muss nichts geöffnet werden.',
  homeOnline: 'verbunden',
  homeOffline: 'zurzeit nicht verbunden',
  connectHome: 'Zuhause einrichten',
  connectAnotherHome: 'Ein weiteres Zuhause einrichten',
  homeName: 'Zuhause',
  homeTitle: 'Ihr Zuhause verbinden',
  homeIntro:
    'Starten Sie den Trellis-Agenten auf einem Rechner, der eingeschaltet bleibt: einem Raspberry Pi, einem ' +
    'Netzwerkspeicher oder einem anderen.',
  homeRun: 'Mit Node.js auf diesem Rechner starten Sie:',
  homeCode: (address) =>
    `Oder geben Sie, etwa in Home Assistant, die Adresse ${address} und diesen Code ein. Er gilt einmal, zehn Minuten lang.`,
  homeWaiting: 'Wir warten auf Ihr Zuhause …',
  homeExpired: 'Der Code ist abgelaufen. Gehen Sie zurück und beginnen Sie neu.',
  homeQrCode: 'Der Befehl als QR-Code, für ein Telefon, das ihn an diesen Rechner weitergibt:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  removeHome: (name) => `${name} entfernen`,
  removeHomeQuestion: (name) => `${name} entfernen?`,
  removeHomeHint:
    'Die Verbindungen, die über dieses Zuhause laufen, funktionieren dann sofort nicht mehr. Danach können Sie das ' +
    'Programm dort beenden und löschen.',
  where: 'Wo ist es?',
  behindAgent: (name) => `Bei mir zu Hause (${name})`,
  withoutAgent: 'Im Internet erreichbar',
  statusOf: { STARTED: 'Verbunden', STARTING: 'Nicht abgeschlossen', ERROR: 'Bitte ansehen' },
  back: 'Zurück',
  connectTo: (name) => `${name} verbinden`,
  changeTitle: (name) => `${name} ändern`,
  secretsStay:
    'Passwörter und Schlüssel werden nie wieder angezeigt. Was Sie davon leer lassen, bleibt.',
  storedSecret: 'Schon gespeichert.',
  nameField: 'Name dieser Verbindung',
  nameHint: 'Um sie von anderen zu unterscheiden, etwa „Zuhause“ oder „Büro“.',
  optional: 'kann leer bleiben',
  moreSettings: 'Weitere Einstellungen',
  none: 'Keine',
  onePerLine: 'Je Zeile einen Eintrag.',
  pairs: 'Je Zeile einen Eintrag, als name=wert.',
  asJson: 'Als JSON.',
  add: 'Hinzufügen',
  remove: (number) => `Nummer ${number} entfernen`,
  removeIt: 'Entfernen',
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
  codeHint: (name) =>
    `Öffnen Sie die Seite von ${name}, melden Sie sich dort an und geben Sie ein:`,
  code: 'Ihr Code',
  openAddress: (host) => `${host} öffnen`,
  codeElsewhere: 'Sie können sie auch auf einem anderen Gerät öffnen:',
  qrCode: 'QR-Code mit der Adresse',
  codeWaiting: 'Warten, bis Sie den Code eingegeben haben. Lassen Sie diese Seite offen.',
  codeExpired: 'Dieser Code ist abgelaufen',
  codeExpiredHint:
    'Codes gelten nur wenige Minuten. Gehen Sie zur App zurück und beginnen Sie noch einmal.',
  codeRefused:
    'Die Anmeldung wurde abgelehnt. Gehen Sie zur App zurück und beginnen Sie noch einmal.',
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
