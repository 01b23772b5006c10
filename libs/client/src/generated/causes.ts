// Made from the causes of failures by `npm run generate:client`.

/** Sentences about each cause of a failure, to developers (`advice`) and end users, and what an end user can do. */
export const causes = {
  name_not_found: {
    act: 'correct',
    advice:
      'No address that may be connected to is known for the name. Check its spelling. A name that only a private network knows needs a name server of that network, and its addresses must be allowed by EGRESS_PRIVATE_NETWORKS.',
    en: 'The address is not known on the internet. Check its spelling.',
    de: 'Diese Adresse ist im Internet nicht bekannt. Prüfen Sie, ob sie richtig geschrieben ist.',
  },
  name_lookup_failed: {
    act: 'wait',
    advice: 'The name servers did not answer, so nothing was sent. This usually passes by itself.',
    en: 'The address could not be looked up just now. We keep trying.',
    de: 'Die Adresse ließ sich gerade nicht nachschlagen. Wir versuchen es weiter.',
  },
  address_not_allowed: {
    act: 'correct',
    advice:
      'The address is in a network that clients must not reach. Use a public address, or let the operator allow the network (EGRESS_PRIVATE_NETWORKS).',
    en: 'This address cannot be reached from here, because it is inside a private network. Use a public address.',
    de: 'Diese Adresse liegt in einem privaten Netz und ist von hier nicht erreichbar. Verwenden Sie eine öffentliche Adresse.',
  },
  agent_offline: {
    act: 'wait',
    advice:
      'The agent in the home of the end user is not connected, so nothing was sent. Polls go on as soon as it is back. If that lasts, see that it runs and reaches the internet.',
    en: 'The Trellis agent in your home is not connected. Check that it is switched on and has internet access.',
    de: 'Der Trellis-Agent bei Ihnen zu Hause ist nicht verbunden. Prüfen Sie, ob er eingeschaltet ist und Internetzugang hat.',
  },
  agent_stopped: {
    act: 'wait',
    advice:
      'The owner of the agent has stopped everything on its page, so nothing was sent. The owner alone can let it go on, on the same page.',
    en: 'The Trellis agent in your home was stopped on its own page. Allow connections again there.',
    de: 'Der Trellis-Agent bei Ihnen zu Hause wurde auf seiner eigenen Seite angehalten. Erlauben Sie dort Verbindungen wieder.',
  },
  agent_removed: {
    act: 'wait',
    advice:
      'The agent through which the client is reached was revoked. Let the client use another agent of the subject, or none (`via`).',
    en: 'The Trellis agent in your home was removed. Connect again with another one.',
    de: 'Der Trellis-Agent bei Ihnen zu Hause wurde entfernt. Stellen Sie die Verbindung mit einem anderen neu her.',
  },
  agent_refuses_address: {
    act: 'correct',
    advice:
      'The agent reaches the private addresses of its own network alone. Correct the address, or let the owner of the agent allow it (`--allow`).',
    en: 'The Trellis agent may only reach devices in its own network. Check the address.',
    de: 'Der Trellis-Agent darf nur Geräte in seinem eigenen Netz erreichen. Prüfen Sie die Adresse.',
  },
  agent_finds_no_host: {
    act: 'correct',
    advice:
      'No host of this name is known in the network of the agent. Check its spelling, and that it is on.',
    en: 'Nothing in your network has this name. Check its spelling, and that it is switched on.',
    de: 'In Ihrem Netz hat nichts diesen Namen. Prüfen Sie die Schreibweise, und ob es eingeschaltet ist.',
  },
  connection_refused: {
    act: 'try again',
    advice:
      'The host is there, but nothing accepts connections at the port. Check the port, that the service runs, and that no firewall refuses it.',
    en: 'Nothing answers at this address. Check that it is switched on, and that address and port are right.',
    de: 'Unter dieser Adresse antwortet nichts. Prüfen Sie, ob alles eingeschaltet ist und ob Adresse und Port stimmen.',
  },
  no_route: {
    act: 'try again',
    advice: 'No network leads to the address. Check the address, and the network of the host.',
    en: 'There is no way to this address. Check the address and your internet connection.',
    de: 'Zu dieser Adresse führt kein Weg. Prüfen Sie die Adresse und Ihre Internetverbindung.',
  },
  connect_timeout: {
    act: 'try again',
    advice:
      'The host did not accept a connection in time. It may be switched off, the address may be wrong, or a firewall drops what it does not let through.',
    en: 'It does not respond. Check that it is switched on and connected, and that the address is right.',
    de: 'Es reagiert nicht. Prüfen Sie, ob es eingeschaltet und verbunden ist und ob die Adresse stimmt.',
  },
  answer_timeout: {
    act: 'try again',
    advice:
      'The connection was accepted, but the complete answer did not arrive in time. The server is overloaded, or the request asks for too much.',
    en: 'It takes too long to answer. We keep trying.',
    de: 'Die Antwort dauert zu lange. Wir versuchen es weiter.',
  },
  poll_timeout: {
    act: 'try again',
    advice:
      'All requests together took longer than one poll may take. The server is slow, or there is too much to read at once.',
    en: 'It takes too long to read everything. We keep trying.',
    de: 'Es dauert zu lange, alles zu lesen. Wir versuchen es weiter.',
  },
  connection_lost: {
    act: 'try again',
    advice:
      'The server closed the connection. It may be restarting, refuse this caller, or expect another protocol at this port, such as TLS (https, mqtts, wss), or none.',
    en: 'The connection broke off. We keep trying; if it goes on, check address and port.',
    de: 'Die Verbindung ist abgebrochen. Wir versuchen es weiter; wenn es so bleibt, prüfen Sie Adresse und Port.',
  },
  unreachable: {
    act: 'try again',
    advice:
      'The connection failed for another reason; the code in the detail is that of the system.',
    en: 'It cannot be reached. Check that it is switched on and connected, and that the address is right.',
    de: 'Es ist nicht erreichbar. Prüfen Sie, ob es eingeschaltet und verbunden ist und ob die Adresse stimmt.',
  },
  other_protocol: {
    act: 'correct',
    advice:
      'Something answers, but not in the expected protocol. Check the port and the beginning of the address (http or https, mqtt or mqtts, ws or wss).',
    en: 'Something else answers at this address. Check the address and the port.',
    de: 'Unter dieser Adresse antwortet etwas anderes. Prüfen Sie Adresse und Port.',
  },
  protocol_version: {
    act: 'wait',
    advice:
      'The server supports no version of the protocol that Trellis speaks. Update the server.',
    en: 'Its software is too old or too new for this connection. An update may help.',
    de: 'Die Software dort ist zu alt oder zu neu für diese Verbindung. Vielleicht hilft ein Update.',
  },
  went_silent: {
    act: 'wait',
    advice: 'The connection was open, but nothing arrived any more. It is opened anew.',
    en: 'It has stopped sending. We connect again.',
    de: 'Es sendet nichts mehr. Wir verbinden es neu.',
  },
  connection_limit: {
    act: 'wait',
    advice:
      'Trellis limits the connections to one host, and the hosts of one client; polls go on. Spread the devices over several clients or hosts.',
    en: 'There are too many connections at the moment. We keep trying.',
    de: 'Es gibt gerade zu viele Verbindungen. Wir versuchen es weiter.',
  },
  interrupted: {
    act: 'wait',
    advice: 'Trellis itself ended the work, such as for a restart. It is repeated.',
    en: 'We were interrupted. We try again.',
    de: 'Wir wurden unterbrochen und versuchen es noch einmal.',
  },
  device_unreachable: {
    act: 'try again',
    advice:
      'The hub or cloud answers, but does not reach this device, so nothing was sent to it. Check its power, battery and radio.',
    en: 'The device is out of reach. Check its power, battery and distance.',
    de: 'Das Gerät ist nicht erreichbar. Prüfen Sie Strom, Batterie und Entfernung.',
  },
  device_gone: {
    act: 'wait',
    advice:
      'The remote technology no longer has the device. Add it there again, or delete its thing.',
    en: 'The device is not there any more.',
    de: 'Das Gerät gibt es dort nicht mehr.',
  },
  tls_expired: {
    act: 'wait',
    advice: 'The operator of the server has to renew its certificate, or one that this depends on.',
    en: 'The security certificate of the other side has expired. Its operator has to renew it.',
    de: 'Das Sicherheitszertifikat der Gegenstelle ist abgelaufen. Ihr Betreiber muss es erneuern.',
  },
  tls_not_yet_valid: {
    act: 'wait',
    advice: 'The certificate is not valid yet. Check the clock with which it was issued.',
    en: 'The security certificate of the other side is not valid yet. Check its date and time.',
    de: 'Das Sicherheitszertifikat der Gegenstelle gilt noch nicht. Prüfen Sie dort Datum und Uhrzeit.',
  },
  tls_other_name: {
    act: 'correct',
    advice:
      'The certificate is for other names than the address has. Use one of its names, or issue a certificate for this one.',
    en: 'Another name than the one entered is on the security certificate. Check the address.',
    de: 'Auf dem Sicherheitszertifikat steht ein anderer Name als der eingegebene. Prüfen Sie die Adresse.',
  },
  tls_unknown_authority: {
    act: 'correct',
    advice:
      'The certificate was issued by an authority that is not trusted, or the server leaves out certificates in between. Add the certificate of the authority (`ca`) where the address is configured, or have the server send its whole chain.',
    en: 'The security certificate comes from somebody unknown. If it is your own, enter the certificate of its issuer.',
    de: 'Das Sicherheitszertifikat stammt von einer unbekannten Stelle. Ist es Ihr eigenes, geben Sie das Zertifikat des Ausstellers an.',
  },
  tls_self_signed: {
    act: 'correct',
    advice:
      'No authority has issued the certificate of the server. Add it to the configuration (`ca`), if the connector takes one, or use one of a public authority.',
    en: 'The security certificate was made by the device itself. Enter it, if there is a field for that.',
    de: 'Das Sicherheitszertifikat hat das Gerät selbst ausgestellt. Geben Sie es an, wenn es dafür ein Feld gibt.',
  },
  tls_refused: {
    act: 'wait',
    advice: 'The server shows no certificate, or one that is refused for the reason in the detail.',
    en: 'The security certificate of the other side is not accepted. Its operator has to correct it.',
    de: 'Das Sicherheitszertifikat der Gegenstelle wird nicht angenommen. Ihr Betreiber muss es berichtigen.',
  },
  tls_protocol: {
    act: 'correct',
    advice:
      'No encrypted connection can be agreed on. Either the port expects none (use http, mqtt or ws, or another port), or the server speaks only outdated TLS, or it asks for a certificate of the client.',
    en: 'No secure connection is possible at this address. Check the port and how the address begins.',
    de: 'Unter dieser Adresse ist keine sichere Verbindung möglich. Prüfen Sie den Port und den Anfang der Adresse.',
  },
  tls_expected: {
    act: 'correct',
    advice: 'The port expects TLS. Let the address begin with https, mqtts or wss.',
    en: 'This address needs a secure connection. Let it begin with https.',
    de: 'Diese Adresse verlangt eine sichere Verbindung. Lassen Sie sie mit https beginnen.',
  },
  credentials_refused: {
    act: 'correct',
    advice: 'The user name, password, key or token is wrong, or not valid any more.',
    en: 'The user name, password or key was not accepted. Please correct it.',
    de: 'Benutzername, Passwort oder Schlüssel wurde nicht angenommen. Bitte berichtigen Sie es.',
  },
  credentials_missing: {
    act: 'correct',
    advice: 'The server wants credentials, and none are configured. The detail says of which kind.',
    en: 'A password, key or token is needed. Please enter it.',
    de: 'Ein Passwort, Schlüssel oder Token ist nötig. Bitte geben Sie es ein.',
  },
  token_refused: {
    act: 'sign in',
    advice:
      'A token that was issued a moment ago is refused as well, so that renewing it does not help. Where an end user granted access, they have to authorize again; else check the credentials and scopes of the app.',
    en: 'Your sign-in is not accepted any more. Please sign in again.',
    de: 'Ihre Anmeldung wird nicht mehr angenommen. Bitte melden Sie sich erneut an.',
  },
  forbidden: {
    act: 'correct',
    advice:
      'The credentials are known, but may not read this. Give their user the permission at the vendor, or use other ones.',
    en: 'Access to the devices was refused. Check what you entered, and whether it may see them.',
    de: 'Der Zugriff auf die Geräte wurde abgelehnt. Prüfen Sie Ihre Angaben, und ob sie dazu berechtigen.',
  },
  forbidden_after_refresh: {
    act: 'sign in',
    advice:
      'Access is refused with a new token as well. The grant lacks a permission: let the end user authorize again with all scopes, or check what the plan of the app at the vendor includes.',
    en: 'Your permission does not include this. Sign in again and allow everything that is asked for.',
    de: 'Ihre Erlaubnis umfasst das nicht. Melden Sie sich erneut an und erlauben Sie alles, wonach gefragt wird.',
  },
  grant_revoked: {
    act: 'sign in',
    advice:
      'The end user took back the authorization, or it has expired. Only the end user can grant it again.',
    en: 'Your sign-in has expired or was revoked. Sign in again to continue as before.',
    de: 'Ihre Anmeldung ist abgelaufen oder wurde zurückgenommen. Danach geht alles weiter wie zuvor.',
  },
  not_granted: {
    act: 'sign in',
    advice:
      'The end user granted less than the client reads. Authorize again, or configure it to read less.',
    en: 'You have not allowed this yet. Sign in again and allow what is asked for.',
    de: 'Das haben Sie noch nicht erlaubt. Melden Sie sich erneut an und erlauben Sie, wonach gefragt wird.',
  },
  pairing_needed: {
    act: 'try again',
    advice:
      'The bridge issues its key only just after its button was pressed. Press it, then poll the client.',
    en: 'Press the button of the bridge, then try again within half a minute.',
    de: 'Drücken Sie die Taste der Bridge und versuchen Sie es dann innerhalb einer halben Minute noch einmal.',
  },
  acl_refused: {
    act: 'correct',
    advice:
      'The access control list of the broker does not let this user read, or publish to, the topics. Permit them there, or use another user.',
    en: 'This user may not read the messages of the devices. Allow it at the broker, or use another user.',
    de: 'Dieser Benutzer darf die Nachrichten der Geräte nicht lesen. Erlauben Sie es am Broker, oder verwenden Sie einen anderen.',
  },
  credentials_withheld: {
    act: 'correct',
    advice:
      'The description leads to another server than the configured one. Credentials are not sent there; add a client for that server.',
    en: 'The devices are at another address than the one entered. Add that address as a connection of its own.',
    de: 'Die Geräte sind unter einer anderen Adresse als der eingegebenen. Fügen Sie jene als eigene Verbindung hinzu.',
  },
  app_refused: {
    act: 'wait',
    advice:
      'The vendor refuses the client id and secret of the app, or has deactivated the app. Correct them in the configuration of the instance.',
    en: 'The app is not accepted by the vendor at the moment. Please tell the provider of the app.',
    de: 'Der Hersteller nimmt die App gerade nicht an. Bitte sagen Sie es dem Anbieter der App.',
  },
  token_not_issued: {
    act: 'wait',
    advice: 'The authorization server answered without a token, or with an error that may pass.',
    en: 'The sign-in service does not answer as it should. We keep trying.',
    de: 'Der Anmeldedienst antwortet nicht, wie er sollte. Wir versuchen es weiter.',
  },
  token_request_refused: {
    act: 'wait',
    advice:
      'The authorization server refuses the request for a token. Check its address, the grant and the scopes.',
    en: 'The app is not set up correctly for this service. Please tell the provider of the app.',
    de: 'Die App ist für diesen Dienst nicht richtig eingerichtet. Bitte sagen Sie es dem Anbieter der App.',
  },
  not_found: {
    act: 'correct',
    advice:
      'The server has nothing at this path (404 or 410). Correct the address or the description.',
    en: 'The address leads to nothing there. Check it.',
    de: 'Unter dieser Adresse gibt es dort nichts. Prüfen Sie sie.',
  },
  bad_request: {
    act: 'correct',
    advice:
      'The server does not understand the request, and will not the next time either. Check path, parameters and headers; a trial (POST /connectors/try) shows the same.',
    en: 'The service does not understand what was entered. Check the details.',
    de: 'Der Dienst versteht nicht, was eingegeben wurde. Prüfen Sie die Angaben.',
  },
  redirect: {
    act: 'correct',
    advice:
      'Redirects are not followed. If the API has moved, configure the address that the message names. A redirect to a page to sign in means that the request was not accepted as signed in.',
    en: 'The service has moved to another address. Enter that one.',
    de: 'Der Dienst ist unter eine andere Adresse umgezogen. Geben Sie jene ein.',
  },
  rate_limited: {
    act: 'wait',
    advice:
      'Too many requests were sent. Polls wait for as long as the server demands; a longer interval avoids it.',
    en: 'The service needs a break. We continue by ourselves.',
    de: 'Der Dienst braucht eine Pause. Danach geht es von selbst weiter.',
  },
  vendor_quota: {
    act: 'wait',
    advice:
      'The requests that the vendor allows the app or the user are used up for now. A longer interval, or a larger plan at the vendor, avoids it.',
    en: 'The vendor allows no more requests for now. We continue by ourselves.',
    de: 'Der Hersteller erlaubt gerade keine weiteren Abfragen. Danach geht es von selbst weiter.',
  },
  server_error: {
    act: 'wait',
    advice:
      'The server failed by itself (5xx). Its log says why; this is nothing that the configuration can change.',
    en: 'The service has a problem of its own. We keep trying.',
    de: 'Der Dienst hat selbst eine Störung. Wir versuchen es weiter.',
  },
  unexpected_status: {
    act: 'wait',
    advice: 'The server answers with a status that means neither success nor a known refusal.',
    en: 'The service gives an unexpected answer. We keep trying.',
    de: 'Der Dienst antwortet anders als erwartet. Wir versuchen es weiter.',
  },
  refused_by_server: {
    act: 'wait',
    advice: 'The server refuses the request by a code of its own, which is in the detail.',
    en: 'The service refuses the request at the moment. We keep trying.',
    de: 'Der Dienst lehnt die Abfrage gerade ab. Wir versuchen es weiter.',
  },
  api_error: {
    act: 'wait',
    advice: 'The answer itself reports an error. A trial, or the log of the API, shows which.',
    en: 'The service reports a problem. We keep trying.',
    de: 'Der Dienst meldet ein Problem. Wir versuchen es weiter.',
  },
  not_json: {
    act: 'correct',
    advice:
      'JSON was expected, and something else came, such as the HTML of a login page or a proxy. Check that the address is that of the API.',
    en: 'This address belongs to a web page, not to the service. Check it.',
    de: 'Diese Adresse gehört zu einer Webseite und nicht zu dem Dienst. Prüfen Sie sie.',
  },
  unexpected_form: {
    act: 'wait',
    advice:
      'A part of the answer does not have the expected form. The API may have changed: compare the description with an answer.',
    en: 'The service answers differently than the app expects. Please tell the provider of the app.',
    de: 'Der Dienst antwortet anders, als die App es erwartet. Bitte sagen Sie es dem Anbieter der App.',
  },
  value_not_there: {
    act: 'wait',
    advice:
      'No answer has anything at this path of the description. Correct the path, or mark it as optional.',
    en: 'Some values are missing, because the service answers differently than the app expects.',
    de: 'Manche Werte fehlen, weil der Dienst anders antwortet, als die App es erwartet.',
  },
  not_pasted: {
    act: 'wait',
    advice:
      'The trial has pasted answers, and none for this request. Paste one, with the name of the request or its address.',
    en: 'Nothing was asked of the service.',
    de: 'Der Dienst wurde nicht gefragt.',
  },
  answer_too_large: {
    act: 'wait',
    advice:
      'The answer is larger than a connector may receive. Ask for less, such as by pages or a filter.',
    en: 'The service sends more at once than can be read. Please tell the provider of the app.',
    de: 'Der Dienst sendet mehr auf einmal, als gelesen werden kann. Bitte sagen Sie es dem Anbieter der App.',
  },
  too_much_to_read: {
    act: 'wait',
    advice:
      'A poll reached a limit of requests, bytes, time or entries; the rest was not read. Read less in one client.',
    en: 'There is more than can be read at once, so something is missing.',
    de: 'Es gibt mehr, als auf einmal gelesen werden kann; daher fehlt etwas.',
  },
  other_server: {
    act: 'wait',
    advice:
      'The answer leads to another server, which is not asked. Describe that server in an instance of its own.',
    en: 'The service refers to another one, which is not asked. Please tell the provider of the app.',
    de: 'Der Dienst verweist auf einen anderen, der nicht gefragt wird. Bitte sagen Sie es dem Anbieter der App.',
  },
  nothing_found: {
    act: 'wait',
    advice: 'The poll succeeded and found no device. The detail says where they were looked for.',
    en: 'No device was found. Check that there are some, and that this user may see them.',
    de: 'Es wurde kein Gerät gefunden. Prüfen Sie, ob es welche gibt und ob dieser Benutzer sie sehen darf.',
  },
  nothing_reported: {
    act: 'wait',
    advice:
      'Nothing reports changes by itself any more, so the client is only polled until that is back.',
    en: 'Changes arrive later than usual at the moment.',
    de: 'Änderungen kommen gerade später an als sonst.',
  },
  another_device: {
    act: 'correct',
    advice:
      'The id or certificate at the address is that of another device, bridge or account. Correct the address, or send the configuration again to accept this one.',
    en: 'Another device answers at the address. If yours has another address now, correct it; if you replaced it, save the details again.',
    de: 'Unter der Adresse antwortet ein anderes Gerät. Hat Ihres jetzt eine andere Adresse, berichtigen Sie diese; haben Sie es ersetzt, speichern Sie die Angaben noch einmal.',
  },
  value_refused: {
    act: 'correct',
    advice:
      'The device or service does not accept this value or input. Compare it with the description of the thing.',
    en: 'The device does not accept this value.',
    de: 'Das Gerät nimmt diesen Wert nicht an.',
  },
  no_such_command: {
    act: 'wait',
    advice:
      'The device has no such property or action at the moment, or the technology can only be read.',
    en: 'The device cannot do this.',
    de: 'Das kann das Gerät nicht.',
  },
  signature_missing: {
    act: 'wait',
    advice: 'The request to the webhook address is not signed by the vendor, so it was ignored.',
    en: 'Something that did not come from the vendor was ignored.',
    de: 'Etwas, das nicht vom Hersteller kam, wurde nicht beachtet.',
  },
  address_invalid: {
    act: 'correct',
    advice:
      'The address is none that can be used. It needs a supported scheme, and no user name or password in it.',
    en: 'The address is not written correctly. Check it.',
    de: 'Die Adresse ist nicht richtig geschrieben. Prüfen Sie sie.',
  },
  request_invalid: {
    act: 'correct',
    advice:
      'A header, user name or address has characters that cannot be sent, so nothing was sent.',
    en: 'Something that was entered has characters that cannot be sent. Check the details.',
    de: 'Etwas von den Angaben hat Zeichen, die nicht gesendet werden können. Prüfen Sie sie.',
  },
  configuration_incomplete: {
    act: 'correct',
    advice: 'A member of the configuration is missing that is needed together with the others.',
    en: 'Something is missing in the details. Please complete them.',
    de: 'In den Angaben fehlt etwas. Bitte ergänzen Sie sie.',
  },
  configuration_invalid: {
    act: 'correct',
    advice: 'A member of the configuration cannot work; the detail names it.',
    en: 'Something you entered is not right. Please correct it.',
    de: 'Etwas von dem, was eingegeben wurde, stimmt nicht. Bitte berichtigen Sie es.',
  },
  description_invalid: {
    act: 'wait',
    advice:
      'A path or expression of the description is not valid, or takes too long on these answers.',
    en: 'The app is not set up correctly for this service. Please tell the provider of the app.',
    de: 'Die App ist für diesen Dienst nicht richtig eingerichtet. Bitte sagen Sie es dem Anbieter der App.',
  },
  parts_left_out: {
    act: 'wait',
    advice:
      'Parts of kinds that the connector does not know are left out; everything else is read.',
    en: 'Some parts are of a kind that is not supported yet.',
    de: 'Manche Teile sind von einer Art, die noch nicht unterstützt wird.',
  },
  too_many_devices: {
    act: 'correct',
    advice:
      'The client finds more devices than the quota of a client allows. Configure it to find fewer.',
    en: 'There are more devices than one connection may have. Choose fewer.',
    de: 'Es gibt mehr Geräte, als eine Verbindung haben darf. Wählen Sie weniger aus.',
  },
  too_costly: {
    act: 'wait',
    advice:
      'What the remote technology answers takes too much time or memory to process. Read less of it.',
    en: 'There is more than can be processed. Please tell the provider of the app.',
    de: 'Es ist mehr, als verarbeitet werden kann. Bitte sagen Sie es dem Anbieter der App.',
  },
  connector_bug: {
    act: 'wait',
    advice:
      'The connector itself failed, which the log of connector-runtime explains. Please report it.',
    en: 'Something went wrong on our side. We keep trying; please check back later.',
    de: 'Bei uns ist etwas schiefgegangen. Wir versuchen es weiter; bitte schauen Sie später wieder herein.',
  },
  device_invalid: {
    act: 'wait',
    advice:
      'What the technology says about this device or room cannot be shown; the detail says why.',
    en: 'Something about one device cannot be shown.',
    de: 'Etwas von einem Gerät kann nicht angezeigt werden.',
  },
  polls_set_aside: {
    act: 'wait',
    advice:
      'Polls of this client stopped the service. One is attempted every hour, or by POST …/poll.',
    en: 'Something went wrong on our side. We rarely try again; please check back later.',
    de: 'Bei uns ist etwas schiefgegangen. Wir versuchen es nur selten; bitte schauen Sie später wieder herein.',
  },
} as const;
