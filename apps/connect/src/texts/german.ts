/** German translations of the texts of connectors. Texts without one are shown in English. */
export const german: Record<string, string> = {
  // What they connect.
  'Simulated weather stations, lamps, plugs and more, to try Trellis without hardware.':
    'Simulierte Wetterstationen, Lampen, Steckdosen und mehr, zum Ausprobieren ohne Geräte.',
  'Devices on an MQTT broker that announce themselves with the discovery messages of Home Assistant, such as those of Zigbee2MQTT and ESPHome, and devices with Tasmota.':
    'Geräte an einem MQTT-Broker, die sich wie bei Home Assistant ankündigen, etwa von Zigbee2MQTT und ESPHome, und Geräte mit Tasmota.',
  'Things that publish a W3C Thing Description over HTTP, and directories of them.':
    'Geräte, die sich über HTTP mit einer W3C Thing Description beschreiben, und Verzeichnisse davon.',
  'Lamps, rooms, sensors and switches behind a Philips Hue bridge.':
    'Lampen, Räume, Sensoren und Schalter an einer Philips-Hue-Bridge.',
  'Weather stations, thermostats, lights, switches, meters, shutters and cameras of Netatmo, Legrand, BTicino and Bubendorff.':
    'Wetterstationen, Thermostate, Lampen, Schalter, Zähler, Rollläden und Kameras von Netatmo, Legrand, BTicino und Bubendorff.',
  'The devices of a Home Assistant, whatever they are connected by.':
    'Die Geräte eines Home Assistant, wie auch immer sie angebunden sind.',
  'Any HTTP API that answers JSON; a description says what its answers mean.':
    'Beliebige HTTP-Schnittstellen, die JSON liefern.',
  'Inverters, meters and machines with Modbus TCP, with SunSpec or by a description.':
    'Wechselrichter, Zähler und Maschinen mit Modbus TCP, mit SunSpec oder nach einer Beschreibung.',
  // Categories; those of the catalogue come with it.
  Bridges: 'Zentralen',
  Climate: 'Heizung und Klima',
  Lighting: 'Licht',
  // Shared members.
  'Poll interval': 'Abfrageabstand',
  'Time between two polls, in milliseconds.': 'Zeit zwischen zwei Abfragen, in Millisekunden.',
  Address: 'Adresse',
  'User name': 'Benutzername',
  Password: 'Passwort',
  Token: 'Token',
  Key: 'Schlüssel',
  'Certificate of the authority': 'Zertifikat der Zertifizierungsstelle',
  'Certificates of the authority': 'Zertifikate der Zertifizierungsstelle',
  // The simulator.
  Devices: 'Geräte',
  'How many devices to simulate.': 'Wie viele Geräte simuliert werden.',
  'Change rate': 'Änderungsrate',
  'The share of devices that change by themselves at each poll.':
    'Der Anteil der Geräte, die sich zwischen zwei Abfragen von selbst ändern.',
  'Time between changes': 'Zeit zwischen Änderungen',
  'How often devices change, and buttons are pressed, by themselves, and tell it at once (ms). Without it what has changed is found by polls alone.':
    'Wie oft Geräte sich von selbst ändern und es sofort mitteilen (ms). Ohne Angabe finden nur Abfragen Änderungen.',
  // MQTT.
  Broker: 'Broker',
  'The broker: `mqtt://host[:port]` or `mqtts://host[:port]`, ports 1883 and 8883 by default; by WebSocket `ws://host[:port][/path]` or `wss://host[:port][/path]`. Required unless the instance names one.':
    'Die Adresse des Brokers: `mqtt://host[:port]` oder `mqtts://host[:port]`, sonst mit Port 1883 und 8883; über WebSocket `ws://host[:port][/pfad]` oder `wss://host[:port][/pfad]`. Nötig, wenn die App keinen vorgibt.',
  'The user name at the broker, if it asks for one.':
    'Der Benutzername beim Broker, falls er einen verlangt.',
  'The password that belongs to the user name.': 'Das Passwort zum Benutzernamen.',
  'Certificates of an authority (PEM) to trust instead of the public ones, for mqtts:// and wss://.':
    'Zertifikate einer Stelle (PEM), der statt der öffentlichen vertraut wird, für mqtts:// und wss://.',
  'Discovery prefix': 'Präfix der Ankündigungen',
  'The first part of the topics of discovery messages, as it is set in the bridge or the devices.':
    'Der erste Teil der Topics von Ankündigungen, wie er in der Bridge oder den Geräten eingestellt ist.',
  'Status topic': 'Status-Topic',
  'Where `online` is published whenever Trellis has connected, so that devices announce themselves anew: usually `homeassistant/status`. By default nothing is published.':
    'Wo nach jedem Verbinden `online` gemeldet wird, damit Geräte sich neu ankündigen: meist `homeassistant/status`. Sonst wird nichts gemeldet.',
  // Web of Things.
  'Address of a Thing Description, of a list of them, or of a directory.':
    'Adresse einer Thing Description, einer Liste davon oder eines Verzeichnisses.',
  Credentials: 'Zugangsdaten',
  'Credentials, sent only to the origin of `url`. A key in `uri` is a variable of the addresses.':
    'Zugangsdaten, die nur an diese Adresse gesendet werden. Ein Schlüssel in `uri` ist eine Variable der Adressen.',
  'Where it is sent': 'Wo er gesendet wird',
  'Name of the header, parameter or variable': 'Name des Headers, Parameters oder der Variablen',
  'Certificate of the authority (PEM) that signed the certificate of the server.':
    'Zertifikat der Stelle (PEM), die das Zertifikat des Servers ausgestellt hat.',
  'Certificate (PEM) of the authority that signed the certificate of the server.':
    'Zertifikat (PEM) der Stelle, die das Zertifikat des Servers ausgestellt hat.',
  // Philips Hue.
  Bridge: 'Bridge',
  'Name or address of the bridge, with a port if it is not 443; the Hue app shows it in the settings of the bridge.':
    'Name oder Adresse der Bridge, mit Port, falls er nicht 443 ist; die Hue-App zeigt sie in den Einstellungen der Bridge.',
  'Application key': 'Anwendungsschlüssel',
  'Key that the bridge has given an app. Without it the end user presses the link button.':
    'Ein Schlüssel, den die Bridge einer App gegeben hat. Ohne ihn drücken Sie die Taste der Bridge.',
  'Press the link button': 'Drücken Sie die Link-Taste',
  'Press the round button on top of the Hue bridge. For half a minute after that, the bridge gives Trellis a key.':
    'Drücken Sie die runde Taste oben auf der Hue-Bridge. Danach hat Trellis eine halbe Minute Zeit, sich zu verbinden.',
  // Netatmo.
  'Weather stations': 'Wetterstationen',
  'Whether to read weather stations.': 'Wetterstationen lesen.',
  'Home Coaches': 'Raumluftsensoren',
  'Whether to read Home Coaches (air quality monitors).': 'Home Coaches (Luftqualität) lesen.',
  Heating: 'Heizung',
  'Whether to read and set thermostats and valves.': 'Thermostate und Ventile lesen und stellen.',
  'Lights and shutters': 'Licht und Rollläden',
  'Whether to read and set lights, switches, meters and shutters.':
    'Lampen, Schalter, Zähler und Rollläden lesen und schalten.',
  Security: 'Sicherheit',
  'Whether to read cameras, doorbells, door tags and sirens, and to tell what they notice.':
    'Kameras, Türklingeln, Türsensoren und Sirenen lesen, und was sie bemerken.',
  'Smoke alarms': 'Rauchmelder',
  'Whether to read smoke and carbon monoxide alarms, and to tell what they report.':
    'Rauch- und Kohlenmonoxidmelder lesen, und was sie melden.',
  // Home Assistant.
  'Address at which you open Home Assistant in a browser.':
    'Die Adresse, unter der Sie Home Assistant im Browser öffnen.',
  'Access token': 'Zugangstoken',
  'A long-lived access token, which Home Assistant issues in the profile of a user, under Security.':
    'Ein langlebiges Zugangstoken, das Home Assistant im Profil eines Benutzers unter „Sicherheit“ ausstellt.',
  Include: 'Einschließen',
  'Domains (`light`) and entities (`sensor.door`) to include; all when empty.':
    'Domänen (`light`) und Entitäten (`sensor.door`), die dazugehören; alle, wenn es leer bleibt.',
  Exclude: 'Ausschließen',
  'Domains (`person`) and entities (`sensor.secret`) to exclude from those.':
    'Domänen (`person`) und Entitäten (`sensor.secret`), die nicht dazugehören.',
  // Modbus.
  Host: 'Host',
  'Name or address of the device or the gateway, with a port if it is not 502.':
    'Name oder Adresse des Geräts oder des Gateways, mit Port, falls er nicht 502 ist.',
  Unit: 'Gerätenummer',
  'Number of the device at that address, as it is set there; usually 1.':
    'Nummer des Geräts unter dieser Adresse (Unit-ID), wie sie dort eingestellt ist; meist 1.',
  Model: 'Modell',
  'Name of the description of the device, or `sunspec`, which is the default.':
    'Name der Beschreibung des Geräts, oder `sunspec`, die Vorgabe.',
  'Further devices': 'Weitere Geräte',
  'Others behind the same gateway, or with a host of their own.':
    'Andere am selben Gateway oder mit eigenem Host.',
  'If it is not that of the first device.': 'Falls es nicht der des ersten Geräts ist.',
  'Switch Modbus on': 'Schalten Sie Modbus ein',
  'Switch Modbus TCP on in the menu of the device. Inverters may call it SunSpec. Note the unit, also called slave or device id.':
    'Schalten Sie im Menü des Geräts Modbus TCP ein. Bei Wechselrichtern heißt es auch SunSpec. Merken Sie sich die Gerätenummer (Unit-ID, Slave-ID).',
  // HTTP and JSON.
  Parameters: 'Parameter',
  'The values of the parameters that the instance declares, by name.':
    'Die Werte der Parameter, die die App vorgibt.',
};
