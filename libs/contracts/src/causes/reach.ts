import type { CauseRow } from './row.js';

/** Causes for which nothing, or not the right server, is reached. */
export const reachCauses = {
  name_not_found: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'No address that may be connected to is known for the name. Check its spelling. A name that only a private ' +
      'network knows needs a name server of that network, and its addresses must be allowed by EGRESS_PRIVATE_NETWORKS.',
    en: 'The address is not known on the internet. Check its spelling.',
    de: 'Diese Adresse ist im Internet nicht bekannt. Prüfen Sie, ob sie richtig geschrieben ist.',
  },
  name_lookup_failed: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'The name servers did not answer, so nothing was sent. This usually passes by itself.',
    en: 'The address could not be looked up just now. We keep trying.',
    de: 'Die Adresse ließ sich gerade nicht nachschlagen. Wir versuchen es weiter.',
  },
  address_not_allowed: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The address is in a network that clients must not reach. Use a public address, or let the operator allow ' +
      'the network (EGRESS_PRIVATE_NETWORKS).',
    en: 'This address cannot be reached from here, because it is inside a private network. Use a public address.',
    de: 'Diese Adresse liegt in einem privaten Netz und ist von hier nicht erreichbar. Verwenden Sie eine öffentliche Adresse.',
  },
  agent_offline: {
    code: 'unavailable',
    remedy: 'wait',
    act: 'wait',
    advice:
      'The agent in the home of the end user is not connected, so nothing was sent. Polls go on as soon as it is back. ' +
      'If that lasts, see that it runs and reaches the internet.',
    en: 'The Trellis agent in your home is not connected. Check that it is switched on and has internet access.',
    de: 'Der Trellis-Agent bei Ihnen zu Hause ist nicht verbunden. Prüfen Sie, ob er eingeschaltet ist und Internetzugang hat.',
  },
  agent_stopped: {
    code: 'unavailable',
    remedy: 'wait',
    act: 'wait',
    advice:
      'The owner of the agent has stopped everything on its page, so nothing was sent. The owner alone can let it go on, ' +
      'on the same page.',
    en: 'The Trellis agent in your home was stopped on its own page. Allow connections again there.',
    de: 'Der Trellis-Agent bei Ihnen zu Hause wurde auf seiner eigenen Seite angehalten. Erlauben Sie dort Verbindungen wieder.',
  },
  agent_removed: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The agent through which the client is reached was revoked. Let the client use another agent of the subject, or none ' +
      '(`via`).',
    en: 'The Trellis agent in your home was removed. Connect again with another one.',
    de: 'Der Trellis-Agent bei Ihnen zu Hause wurde entfernt. Stellen Sie die Verbindung mit einem anderen neu her.',
  },
  agent_refuses_address: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The agent reaches the private addresses of its own network alone. Correct the address, or let the owner of the ' +
      'agent allow it (`--allow`).',
    en: 'The Trellis agent may only reach devices in its own network. Check the address.',
    de: 'Der Trellis-Agent darf nur Geräte in seinem eigenen Netz erreichen. Prüfen Sie die Adresse.',
  },
  agent_finds_no_host: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'No host of this name is known in the network of the agent. Check its spelling, and that it is on.',
    en: 'Nothing in your network has this name. Check its spelling, and that it is switched on.',
    de: 'In Ihrem Netz hat nichts diesen Namen. Prüfen Sie die Schreibweise, und ob es eingeschaltet ist.',
  },
  connection_refused: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The host is there, but nothing accepts connections at the port. Check the port, that the service runs, and ' +
      'that no firewall refuses it.',
    en: 'Nothing answers at this address. Check that it is switched on, and that address and port are right.',
    de: 'Unter dieser Adresse antwortet nichts. Prüfen Sie, ob alles eingeschaltet ist und ob Adresse und Port stimmen.',
  },
  no_route: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice: 'No network leads to the address. Check the address, and the network of the host.',
    en: 'There is no way to this address. Check the address and your internet connection.',
    de: 'Zu dieser Adresse führt kein Weg. Prüfen Sie die Adresse und Ihre Internetverbindung.',
  },
  connect_timeout: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The host did not accept a connection in time. It may be switched off, the address may be wrong, or a ' +
      'firewall drops what it does not let through.',
    en: 'It does not respond. Check that it is switched on and connected, and that the address is right.',
    de: 'Es reagiert nicht. Prüfen Sie, ob es eingeschaltet und verbunden ist und ob die Adresse stimmt.',
  },
  answer_timeout: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The connection was accepted, but the complete answer did not arrive in time. The server is overloaded, or ' +
      'the request asks for too much.',
    en: 'It takes too long to answer. We keep trying.',
    de: 'Die Antwort dauert zu lange. Wir versuchen es weiter.',
  },
  poll_timeout: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'All requests together took longer than one poll may take. The server is slow, or there is too much to read ' +
      'at once.',
    en: 'It takes too long to read everything. We keep trying.',
    de: 'Es dauert zu lange, alles zu lesen. Wir versuchen es weiter.',
  },
  connection_lost: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The server closed the connection. It may be restarting, refuse this caller, or expect another protocol at ' +
      'this port, such as TLS (https, mqtts, wss), or none.',
    en: 'The connection broke off. We keep trying; if it goes on, check address and port.',
    de: 'Die Verbindung ist abgebrochen. Wir versuchen es weiter; wenn es so bleibt, prüfen Sie Adresse und Port.',
  },
  unreachable: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The connection failed for another reason; the code in the detail is that of the system.',
    en: 'It cannot be reached. Check that it is switched on and connected, and that the address is right.',
    de: 'Es ist nicht erreichbar. Prüfen Sie, ob es eingeschaltet und verbunden ist und ob die Adresse stimmt.',
  },
  other_protocol: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'Something answers, but not in the expected protocol. Check the port and the beginning of the address ' +
      '(http or https, mqtt or mqtts, ws or wss).',
    en: 'Something else answers at this address. Check the address and the port.',
    de: 'Unter dieser Adresse antwortet etwas anderes. Prüfen Sie Adresse und Port.',
  },
  protocol_version: {
    code: 'unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The server supports no version of the protocol that Trellis speaks. Update the server.',
    en: 'Its software is too old or too new for this connection. An update may help.',
    de: 'Die Software dort ist zu alt oder zu neu für diese Verbindung. Vielleicht hilft ein Update.',
  },
  went_silent: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'The connection was open, but nothing arrived any more. It is opened anew.',
    en: 'It has stopped sending. We connect again.',
    de: 'Es sendet nichts mehr. Wir verbinden es neu.',
  },
  connection_limit: {
    code: 'unavailable',
    remedy: 'wait',
    act: 'wait',
    advice:
      'Trellis limits the connections to one host, and the hosts of one client; polls go on. Spread the devices ' +
      'over several clients or hosts.',
    en: 'There are too many connections at the moment. We keep trying.',
    de: 'Es gibt gerade zu viele Verbindungen. Wir versuchen es weiter.',
  },
  interrupted: {
    code: 'unavailable',
    remedy: 'retry',
    act: 'wait',
    advice: 'Trellis itself ended the work, such as for a restart. It is repeated.',
    en: 'We were interrupted. We try again.',
    de: 'Wir wurden unterbrochen und versuchen es noch einmal.',
  },
  device_unreachable: {
    code: 'device_unavailable',
    remedy: 'retry',
    act: 'try again',
    advice:
      'The hub or cloud answers, but does not reach this device, so nothing was sent to it. Check its power, ' +
      'battery and radio.',
    en: 'The device is out of reach. Check its power, battery and distance.',
    de: 'Das Gerät ist nicht erreichbar. Prüfen Sie Strom, Batterie und Entfernung.',
  },
  device_gone: {
    code: 'device_unavailable',
    remedy: 'fix-configuration',
    act: 'wait',
    advice:
      'The remote technology no longer has the device. Add it there again, or delete its thing.',
    en: 'The device is not there any more.',
    de: 'Das Gerät gibt es dort nicht mehr.',
  },

  tls_expired: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice: 'The operator of the server has to renew its certificate, or one that this depends on.',
    en: 'The security certificate of the other side has expired. Its operator has to renew it.',
    de: 'Das Sicherheitszertifikat der Gegenstelle ist abgelaufen. Ihr Betreiber muss es erneuern.',
  },
  tls_not_yet_valid: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice: 'The certificate is not valid yet. Check the clock with which it was issued.',
    en: 'The security certificate of the other side is not valid yet. Check its date and time.',
    de: 'Das Sicherheitszertifikat der Gegenstelle gilt noch nicht. Prüfen Sie dort Datum und Uhrzeit.',
  },
  tls_other_name: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The certificate is for other names than the address has. Use one of its names, or issue a certificate for ' +
      'this one.',
    en: 'Another name than the one entered is on the security certificate. Check the address.',
    de: 'Auf dem Sicherheitszertifikat steht ein anderer Name als der eingegebene. Prüfen Sie die Adresse.',
  },
  tls_unknown_authority: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'The certificate was issued by an authority that is not trusted, or the server leaves out certificates in ' +
      'between. Add the certificate of the authority (`ca`) where the address is configured, or have the server send ' +
      'its whole chain.',
    en: 'The security certificate comes from somebody unknown. If it is your own, enter the certificate of its issuer.',
    de: 'Das Sicherheitszertifikat stammt von einer unbekannten Stelle. Ist es Ihr eigenes, geben Sie das Zertifikat des Ausstellers an.',
  },
  tls_self_signed: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'No authority has issued the certificate of the server. Add it to the configuration (`ca`), if the connector ' +
      'takes one, or use one of a public authority.',
    en: 'The security certificate was made by the device itself. Enter it, if there is a field for that.',
    de: 'Das Sicherheitszertifikat hat das Gerät selbst ausgestellt. Geben Sie es an, wenn es dafür ein Feld gibt.',
  },
  tls_refused: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'wait',
    advice: 'The server shows no certificate, or one that is refused for the reason in the detail.',
    en: 'The security certificate of the other side is not accepted. Its operator has to correct it.',
    de: 'Das Sicherheitszertifikat der Gegenstelle wird nicht angenommen. Ihr Betreiber muss es berichtigen.',
  },
  tls_protocol: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice:
      'No encrypted connection can be agreed on. Either the port expects none (use http, mqtt or ws, or another ' +
      'port), or the server speaks only outdated TLS, or it asks for a certificate of the client.',
    en: 'No secure connection is possible at this address. Check the port and how the address begins.',
    de: 'Unter dieser Adresse ist keine sichere Verbindung möglich. Prüfen Sie den Port und den Anfang der Adresse.',
  },
  tls_expected: {
    code: 'misconfigured',
    remedy: 'fix-configuration',
    act: 'correct',
    advice: 'The port expects TLS. Let the address begin with https, mqtts or wss.',
    en: 'This address needs a secure connection. Let it begin with https.',
    de: 'Diese Adresse verlangt eine sichere Verbindung. Lassen Sie sie mit https beginnen.',
  },
} as const satisfies Record<string, CauseRow>;
