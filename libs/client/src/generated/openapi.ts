// Made from the OpenAPI document by `npm run generate:client`.

export interface paths {
  '/connectors/descriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector descriptions
     * @description All types of connectors, each with a sample and a JSON Schema of its configurations. Needs no access token; with one, the types of the account follow.
     */
    get: operations['listConnectorDescriptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/descriptions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector description
     * @description What the connector links, and how its instances and clients are configured. The id is its number, or its `type_id`. Only types of the account need an access token.
     */
    get: operations['getConnectorDescription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/instances': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector instances
     * @description References to the instances of the account.
     */
    get: operations['listConnectorInstances'];
    put?: never;
    /**
     * Create connector instance
     * @description Configures a connector type for the account, which has at most one instance of each type (409). The configuration is stored encrypted and never shown again.
     */
    post: operations['createConnectorInstance'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/instances/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector instance
     * @description Its connector and the clients that use it, or those of the subject.
     */
    get: operations['getConnectorInstance'];
    put?: never;
    post?: never;
    /**
     * Delete connector instance
     * @description Refused while clients use the instance (409).
     */
    delete: operations['deleteConnectorInstance'];
    options?: never;
    head?: never;
    /**
     * Change connector instance
     * @description Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded for one of its clients, if it has any; until then, and if it fails, the old one stays. `clients_per_subject` can be changed, too; clients that there are stay.
     */
    patch: operations['updateConnectorInstance'];
    trace?: never;
  };
  '/connectors/instances/{id}/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve activity of a connector instance
     * @description What the polls of its clients did in each of the last 24 hours, and how long they took.
     */
    get: operations['getInstanceActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector activity
     * @description How many clients the account has, and what their polls did in each of the last 24 hours. Counts of clients are up to 30 seconds old, those of polls about five; a process that is killed loses the counts that it has not reported yet.
     */
    get: operations['getConnectorActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/callbackurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get connector service callback url
     * @description The address for action requests to the things of connectors. Any valid access token will do.
     */
    get: operations['getConnectorCallbackUrl'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/types': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector types of the account
     * @description In the order of their creation, without the descriptions of their APIs.
     */
    get: operations['listConnectorTypes'];
    put?: never;
    /**
     * Create connector type
     * @description Makes a description of an HTTP API a connector type of the account, which nobody else sees. Its instance has an empty configuration. The description is stored encrypted, and its secrets are never shown again.
     */
    post: operations['createConnectorType'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/types/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector type of the account
     * @description With the description of its API, but for secrets.
     */
    get: operations['getConnectorType'];
    /**
     * Replace connector type
     * @description Makes a new version, which its clients use from then on. First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but with `force`. Secrets that are left out stay.
     */
    put: operations['replaceConnectorType'];
    post?: never;
    /**
     * Delete connector type
     * @description Refused while the account has an instance of the type (409).
     */
    delete: operations['deleteConnectorType'];
    options?: never;
    head?: never;
    /**
     * Roll connector type back
     * @description Makes one of the ten latest versions the current one again. First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but with `force`.
     */
    patch: operations['restoreConnectorType'];
    trace?: never;
  };
  '/connectors/types/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve versions of connector type
     * @description The ten latest ones, the latest first.
     */
    get: operations['listConnectorTypeVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector clients
     * @description References to the clients of the subject, or of the whole account without one; with `view=summary` their states.
     */
    get: operations['listConnectorClients'];
    put?: never;
    /**
     * Create connector client
     * @description Links something of the subject in a remote technology, whose devices then appear as things in the list of the subject; needs an instance of the type (400). It is `STARTING` until its first poll has succeeded; with 303 the subject has to authorize it in a browser first. A subject has one client of a type unless the instance allows more (409).
     */
    post: operations['createConnectorClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve connector client
     * @description Its status, with the error of the last poll if that failed, and the things that it created.
     */
    get: operations['getConnectorClient'];
    put?: never;
    post?: never;
    /**
     * Delete connector client
     * @description Also removes the things that the client created. While that fails, `GET` of the client has `removal`. What the remote technology refuses, such as to revoke a grant, is given up; with `force=true` the answer is 200 and says so.
     */
    delete: operations['deleteConnectorClient'];
    options?: never;
    head?: never;
    /**
     * Change connector client
     * @description Changes the configuration and the attributes by a JSON Merge Patch (RFC 7396), once a poll with a new configuration has succeeded; until then, and if it fails, all stays as it is. Its things keep their ids and places.
     */
    patch: operations['updateConnectorClient'];
    trace?: never;
  };
  '/connectors/clients/{id}/sweep': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept a sweep, or wait
     * @description When more than half of the devices of a client, and more than five, are missing at once, they are not marked as vanished for an hour (warning `sweep_held`). `accept` marks them now; `wait` leaves them as they are until they return or it is accepted.
     */
    post: operations['settleConnectorClientSweep'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/poll': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Poll connector client now
     * @description The poll begins at once, and ends after the answer; `last_polled` shows it. At most once in ten seconds after the last poll began (429).
     */
    post: operations['pollConnectorClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause connector client
     * @description Neither polls the client nor listens for it until it is resumed, and refuses writes and actions of its things (`client_paused`). Its things stay, and their values become unknown. A client that is already paused stays as it is.
     */
    post: operations['pauseConnectorClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume connector client
     * @description Polls a paused client at once; the first poll that succeeds makes the values of its things known again. Any other client stays as it is.
     */
    post: operations['resumeConnectorClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/unit_suggestions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve suggestions for units
     * @description The rooms, floors and homes of the remote technology: `name` and `type` for a new unit, and the things that belong in it.
     */
    get: operations['listUnitSuggestions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve configuration of connector client
     * @description Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in `If-Match`.
     */
    get: operations['getConnectorClientConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/instances/{id}/configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve configuration of connector instance
     * @description Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in `If-Match`.
     */
    get: operations['getConnectorInstanceConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/try': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try connector configurations
     * @description Polls the remote technology once with the configurations of an instance and a client, and answers what it found: the devices (the first 100), or the error that the client would have. For `http-json`, `explanation` says what each part of the description found. Nothing is stored. Connectors whose end users authorize clients can only be tried on `answers`. An account has 60 trials a minute.
     */
    post: operations['tryConnector'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve agents
     * @description In the order of their creation.
     */
    get: operations['listAgents'];
    put?: never;
    /**
     * Create agent
     * @description An agent is a program in the home of the subject, through which connector clients (`via`) reach the devices there. The answer has the code with which it is paired within ten minutes.
     */
    post: operations['createAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/agents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve agent
     * @description Whether it is connected, and what it has found in its network.
     */
    get: operations['getAgent'];
    put?: never;
    post?: never;
    /**
     * Revoke agent
     * @description Ends its connection, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they have another one.
     */
    delete: operations['deleteAgent'];
    options?: never;
    head?: never;
    /**
     * Rename agent
     * @description By a JSON Merge Patch (RFC 7396).
     */
    patch: operations['updateAgent'];
    trace?: never;
  };
  '/agents/{id}/pairing_code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Issue pairing code
     * @description For another program in place of this one, such as on a new computer. The agent goes on until the code is used.
     */
    post: operations['createPairingCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve activity
     * @description The polls, listening sessions, writes, actions and other operations of connector clients, the last ones first: failures with their requests, successes as counters with the last few. Kept for 14 days unless the operator decides otherwise.
     */
    get: operations['listOperations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/activity/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve an operation
     * @description With what was sent to the technology and received.
     */
    get: operations['getOperation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve activity of a connector client
     * @description As `GET /activity`, also of a client that was deleted.
     */
    get: operations['listClientOperations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/debug': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Debug connector client
     * @description Records each operation of the client on its own, with all requests, for some minutes; 0 ends that.
     */
    post: operations['debugConnectorClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/diagnostics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve diagnostics of connector client
     * @description A file to attach to a report: the client, its configuration without secrets, its last operations, and the requests of the last that failed.
     */
    get: operations['getClientDiagnostics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connect sessions
     * @description Those of the subject, or of all subjects without one, that have neither expired nor been revoked. Their addresses are shown only when they are created.
     */
    get: operations['listConnectSessions'];
    put?: never;
    /**
     * Create connect session
     * @description An address at which the subject connects technologies by itself, in a browser: `href`, for 30 minutes or `expires_in` seconds. Open it as a link or in a pop-up; it can do nothing else. In the end the browser goes to `return_url` with `status` and `client`.
     */
    post: operations['createConnectSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke connect session
     * @description Its address stops working at once; what was connected there stays.
     */
    delete: operations['deleteConnectSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/branding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve branding
     * @description How the page for end users shows whose it is. 404 until it was set.
     */
    get: operations['getConnectBranding'];
    /**
     * Set branding
     * @description The name and the color with which the page is shown to all end users of the account. With `If-Match` only that version is replaced, and with `If-None-Match: *` none.
     */
    put: operations['setConnectBranding'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve what can be connected
     * @description The technologies that the session offers, and what the subject has connected already.
     */
    get: operations['getConnectSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Connect a technology
     * @description Creates a connector client of the subject. Where the subject has to authorize it, polls wait for that.
     */
    post: operations['createConnectClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/agents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to connect a home
     * @description Creates an agent of the subject, with the code with which the program in the home is paired within ten minutes. One that was begun under this name, and not paired, gets another code.
     */
    post: operations['createConnectAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/agents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a home
     * @description Ends the connection of the agent, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they have another one.
     */
    delete: operations['deleteConnectAgent'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/clients/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the state of a connection
     * @description Its status, with the error of the last poll if that failed, and the first of its things.
     */
    get: operations['getConnectClient'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Correct a connection
     * @description Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded; until then, and if it fails, the old one stays.
     */
    patch: operations['updateConnectClient'];
    trace?: never;
  };
  '/connect/clients/{id}/configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve what was entered for a connection
     * @description Its configuration without the secrets.
     */
    get: operations['getConnectConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/clients/{id}/poll': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a connection again
     * @description Polls it at once; at most once in ten seconds after the last poll began (429).
     */
    post: operations['pollConnectClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connect/clients/{id}/authorization': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Authorize a connection
     * @description Where the browser has to go so that the subject authorizes the connection, for the first time or again. It returns to the page with `client_id`, and `status=authorized` or `error`.
     */
    post: operations['beginConnectAuthorization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create units
     * @description Each item is the body of `POST /units`. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items.
     */
    post: operations['createUnits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/links/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Link units
     * @description Each item adds `parent` to the parents of `unit`, as `POST /units/{id}/parents`. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items.
     */
    post: operations['linkUnits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/properties/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add or update properties of units
     * @description Each item adds a property to a unit, as `POST /units/{id}/properties`, or, with `method: "PUT"`, updates one. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items.
     */
    post: operations['writeUnitProperties'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/models/imports/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve an import of a model
     * @description Its progress, and what has become of its units.
     */
    get: operations['getModelImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/models/imports/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an import of a model
     * @description Stores no further units. What has been stored remains.
     */
    post: operations['cancelModelImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve units
     * @description References to the units that the subject owns or is linked to, or to all of the account without a subject; with `view=summary` their names and types. Conditions select units that meet all of them.
     */
    get: operations['listUnits'];
    put?: never;
    /**
     * Create unit
     * @description A unit without parents, children, subjects or things. Its owner is the subject, or the developer without one.
     */
    post: operations['createUnit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve unit
     * @description With its properties, and the first 1000 entries of each of its lists.
     */
    get: operations['getUnit'];
    put?: never;
    post?: never;
    /**
     * Delete unit
     * @description Removes the unit and its links, and nothing else.
     */
    delete: operations['deleteUnit'];
    options?: never;
    head?: never;
    /**
     * Change unit
     * @description A JSON Merge Patch (RFC 7396): `properties` replaces all properties of the unit.
     */
    patch: operations['updateUnit'];
    trace?: never;
  };
  '/units/{id}/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Summarize unit
     * @description Counts everything below the unit that the caller sees; the values of things need `svc.things.read`. Lists have the thousand largest entries.
     */
    get: operations['summarizeUnit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/descendants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get descendants
     * @description Every unit that can be reached, each once, in the order of a walk that goes deep first and follows links in the order of their creation.
     */
    get: operations['listDescendants'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/ancestors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get ancestors
     * @description Every unit that can be reached, each once, in the order of a walk that goes deep first and follows links in the order of their creation.
     */
    get: operations['listAncestors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/parents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get unit references: parents
     * @description References to the parents of the unit, as far as the caller sees them.
     */
    get: operations['listParents'];
    put?: never;
    /**
     * Add unit reference: parents
     * @description The link appears on the other unit in the opposite role. One that is there already stays as it is; one that would close a cycle is 409, with the path of the cycle.
     */
    post: operations['linkParent'];
    /**
     * Remove unit reference: parents
     * @description The link disappears from the other unit, too. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/parents/{other}` does the same.
     */
    delete: operations['unlinkParentInBody'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/parents/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove unit reference: parents
     * @description The link disappears from the other unit, too. One that is not linked is 404.
     */
    delete: operations['unlinkParent'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/children': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get unit references: children
     * @description References to the children of the unit, as far as the caller sees them.
     */
    get: operations['listChildren'];
    put?: never;
    /**
     * Add unit reference: children
     * @description The link appears on the other unit in the opposite role. One that is there already stays as it is; one that would close a cycle is 409, with the path of the cycle.
     */
    post: operations['linkChild'];
    /**
     * Remove unit reference: children
     * @description The link disappears from the other unit, too. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/children/{other}` does the same.
     */
    delete: operations['unlinkChildInBody'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/children/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove unit reference: children
     * @description The link disappears from the other unit, too. One that is not linked is 404.
     */
    delete: operations['unlinkChild'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/subjects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get subject references: subjects
     * @description References to the subjects of the unit, as far as the caller sees them.
     */
    get: operations['listUnitSubjects'];
    put?: never;
    /**
     * Add subject reference
     * @description The subject sees the unit from then on, but not what is below it. One that is linked already stays linked once.
     */
    post: operations['linkSubject'];
    /**
     * Remove subject reference: subjects
     * @description The subject itself stays. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/subjects/{other}` does the same.
     */
    delete: operations['unlinkSubjectInBody'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/subjects/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove subject reference: subjects
     * @description The subject itself stays. One that is not linked is 404.
     */
    delete: operations['unlinkSubject'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/things': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get thing references
     * @description References to the things in the unit, with `below=true` also to those in all units below it. With `Accept: application/ld+json` the Thing Descriptions themselves.
     */
    get: operations['listUnitThings'];
    put?: never;
    /**
     * Add thing reference
     * @description A thing can be in several units. One that is in the unit already stays in it once.
     */
    post: operations['linkThing'];
    /**
     * Remove thing reference: things
     * @description The thing itself stays. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/things/{other}` does the same.
     */
    delete: operations['unlinkThingInBody'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/things/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove thing reference: things
     * @description The thing itself stays. One that is not linked is 404.
     */
    delete: operations['unlinkThing'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/properties': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get properties
     * @description The properties of the unit, with values equal to what was sent.
     */
    get: operations['listUnitProperties'];
    /**
     * Update property
     * @description Changes the value of the property that the body names; 404 when the unit has none of this name. `If-Match` names the version of the property, as `/properties/<name>` has it, or that of this list. With `If-None-Match: *` it is 412 when the property is there.
     */
    put: operations['updateUnitProperty'];
    /**
     * Add property
     * @description Adds a property that the unit does not have yet (409). A value with members that begin with `@` is checked as JSON-LD, without fetching any context.
     */
    post: operations['addUnitProperty'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/properties/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get property
     * @description Its value is equal to what was sent.
     */
    get: operations['getUnitProperty'];
    /**
     * Set property
     * @description Adds the property or changes its value: only adds it with `If-None-Match: *`, and only changes it with `If-Match`.
     */
    put: operations['setUnitProperty'];
    post?: never;
    /**
     * Delete property
     * @description Removes the property, and answers it as it was.
     */
    delete: operations['deleteUnitProperty'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/units/{id}/scenes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve scenes
     * @description The scenes of the unit, without their states.
     */
    get: operations['listScenes'];
    put?: never;
    /**
     * Create scene
     * @description Saves the state of up to 1000 things in or below the unit: the values of their primary properties that can be read and written. Of lamps and fans that are off, nothing is saved that would switch them on; of lamps that are on, either the color or the color temperature, by their mode. Needs `svc.units.read`, too.
     */
    post: operations['createScene'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve scene
     * @description With the states of the things that the caller sees. Needs `svc.units.read`, too.
     */
    get: operations['getScene'];
    put?: never;
    post?: never;
    /**
     * Delete scene
     * @description Its things stay as they are.
     */
    delete: operations['deleteScene'];
    options?: never;
    head?: never;
    /**
     * Change scene
     * @description A JSON Merge Patch (RFC 7396): a new name, or other states.
     */
    patch: operations['updateScene'];
    trace?: never;
  };
  '/scenes/{id}/capture': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save the current state in a scene
     * @description As when it was created, in place of the state that it had. Needs `svc.units.read`, too.
     */
    post: operations['captureScene'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scenes/{id}/activate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore the state in a scene
     * @description One bulk command with a result for each thing, as of `POST /interactions/batch`. Things that are gone, or cannot do it any more, fail alone.
     */
    post: operations['activateScene'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subjects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve subjects
     * @description Every subject known to the account.
     */
    get: operations['listSubjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subjects/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve subject
     * @description Its units, things and clients, the first 1000 of each.
     */
    get: operations['getSubject'];
    put?: never;
    post?: never;
    /**
     * Erase subject
     * @description Deletes the subject and everything that names it: its connector clients with their grants at the vendors, its things with their history, the units that it owns, its links, messages, activity and events. In the audit log, `erased:<id of the erasure>` replaces it. Meanwhile, requests for the subject are refused (409, `erasure_under_way`); afterwards, its id may be used anew. Repeating the request answers the erasure under way. Also needs the scopes `svc.connector` and `svc.things.admin`.
     */
    delete: operations['deleteSubject'];
    options?: never;
    head?: never;
    /**
     * Change subject
     * @description A JSON Merge Patch (RFC 7396) of its attributes.
     */
    patch: operations['updateSubject'];
    trace?: never;
  };
  '/units/{id}/visibility': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve subjects that see unit
     * @description The owner first, then the linked subjects, each with the reasons why it sees the unit.
     */
    get: operations['listSeeingSubjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subjects/{id}/visibility': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve units that subject sees
     * @description Each with the reasons why the subject sees it.
     */
    get: operations['listVisibleUnits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/erasures/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the keys of receipts
     * @description The public keys by which receipts of erasures are verified, as a JSON Web Key Set (RFC 7517).
     */
    get: operations['getReceiptKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/erasures/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve erasure
     * @description How far it got, and its receipt once it is completed. It can be read for 90 days after that.
     */
    get: operations['getErasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve things
     * @description References; with `Accept: application/ld+json` the Thing Descriptions themselves, as the listing of a W3C WoT Discovery directory. Conditions select things that meet all of them.
     */
    get: operations['listThings'];
    put?: never;
    /**
     * Create thing
     * @description A thing of the calling app, in the list of the subject. Further terms of Thing Descriptions, and those with a prefix, are ignored.
     */
    post: operations['createThing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve thing
     * @description Its Thing Description (W3C Web of Things 1.1), with current values and the forms by which to read, write and observe them. The media type is `application/td+json` for those who accept that.
     */
    get: operations['getThing'];
    put?: never;
    post?: never;
    /**
     * Delete thing
     * @description Only things that apps created; those of a connector client go with the client.
     */
    delete: operations['deleteThing'];
    options?: never;
    head?: never;
    /**
     * Change thing
     * @description A JSON Merge Patch (RFC 7396) of its definition and attributes. Of a thing of a connector only the title and the attributes can change; `null` restores the title reported by the device. Values are written one by one.
     */
    patch: operations['updateThing'];
    trace?: never;
  };
  '/things/{id}/replace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the device of a thing
     * @description The thing shows the device of another thing of the same subject from now on, such as that of a new lamp in the same room. It keeps its id, its units, its history and its subscriptions; the other thing is gone, and its id becomes an alias. Can be undone for a day, as long as the clients of both devices exist.
     */
    post: operations['replaceThing'];
    /**
     * Undo the replacement of a device
     * @description Within a day, unless the client of one of the devices was deleted. Both things show their own devices again, where they were.
     */
    delete: operations['restoreThing'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/clients/{id}/replace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the devices of a connector client
     * @description The things of the client show the devices that another client of the same subject found, such as that of a new bridge: those with an identifier in common, such as a MAC address. Each can be undone for a day, as long as both clients exist.
     */
    post: operations['replaceConnectorClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/interactions/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write properties, or invoke an action, of many things
     * @description Of up to 1000 things, which are selected once, as `GET /things` does. Each is asked as if alone, a few of each creator at a time. Conditions and `dry_run` also need `svc.things.read`. `Prefer: wait=<seconds>` waits for the end.
     */
    post: operations['startInteractionBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/interactions/{id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the results of a bulk command
     * @description The result of each thing of an interaction with many things.
     */
    get: operations['listInteractionResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/interactions/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a bulk command
     * @description Things whose turn has not come are left alone; those that run end by themselves.
     */
    post: operations['cancelInteractionBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things/{id}/properties': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read all properties of a thing
     * @description Current values by the names of properties, as they were last observed. Those that are not known, or can only be written, are left out.
     */
    get: operations['readThingProperties'];
    /**
     * Write several properties of a thing
     * @description Values by the names of properties; others stay as they are. Nothing is sent if one is refused. They go to the remote technology in one request where it can take them together, otherwise one after the other; a problem then names those that were `written` before it. Each is the `target` of its property until the device reports it; 204 means that it has reported all.
     */
    put: operations['writeThingProperties'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things/{id}/properties/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a property of a thing
     * @description The value alone; `Last-Modified` is when it was first observed. A property without a known value is not found.
     */
    get: operations['readThingProperty'];
    /**
     * Write a property of a thing
     * @description The value for a connector's thing goes to the remote technology. It is the `target` of the property until the device reports it; 204 means that it has. The app that created a thing writes what it knows of it, read-only properties included.
     */
    put: operations['writeThingProperty'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things/{id}/actions/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invoke an action of a thing
     * @description The body is the input of the action; the answer is its output. One that takes longer goes on after 202; without an `Idempotency-Key`, a repetition performs it again.
     */
    post: operations['invokeAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connectors/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take an action request for a thing of a connector
     * @description The address in `GET /connectors/callbackurl`: routes the request to the connector.
     */
    post: operations['requestAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/interactions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the outcome of a write or an action
     * @description Kept for a day after it has ended. Of many things, how far they have come.
     */
    get: operations['getInteraction'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things/{id}/properties/{name}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look back at a property of a thing
     * @description The values that it had, each with its time; or, with `interval`, what they were in intervals. Times in which the value was not known have none.
     */
    get: operations['getPropertyHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Look back at a property of several things
     * @description What its values were in intervals, thing by thing.
     */
    get: operations['getPropertyHistories'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/things/{id}/logbook': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the logbook of a thing
     * @description What changed, from what to what, and why, newest first: values, requests of values, events, availability and replaced devices. A value that confirms a request in time is due to whoever requested it. Entries are kept as long as changes.
     */
    get: operations['getThingLogbook'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/ticket': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a ticket for the stream of events
     * @description For clients that cannot send headers, such as `EventSource`: `GET /events?ticket=…` acts as this request does. A stream lives until the access token expires.
     */
    post: operations['createEventsTicket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow how resources change
     * @description How units with their properties and links, subjects, things and connector clients change, in the order of commits, without gaps or repetition, for seven days by default. Kinds of changes need the scope that their resources need; without `kind` those come for which the token has scopes.
     */
    get: operations['followChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the callback of the calling app
     * @description Its address and the events that it subscribed to. The secret is shown only when it is new.
     */
    get: operations['getCallback'];
    /**
     * Register the callback of the calling app
     * @description Action requests for the things that the app has created are posted there, signed as Standard Webhooks. The secret stays the same unless `rotate_secret` is set; then both sign for a day.
     */
    put: operations['registerCallback'];
    post?: never;
    /**
     * Delete the callback of the calling app
     * @description Nothing more is sent to the app, and actions of its things are refused. Messages that wait are dropped.
     */
    delete: operations['deleteCallback'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send everything since a position again
     * @description Sends the events after `from`, up to now, to which the callback has subscribed: one message after another, in the order of changes, under ids of their own. `from` is a `cursor` of `GET /changes` or the id of an event. A message that fails for good ends the replay.
     */
    post: operations['replayEvents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message to the callback
     * @description Sends a message of the type `test` at once, and only once, and answers with the delivery: its attempt has the status, the duration and the beginning of the answer of the app, or the error. Counts as a trial; an account has 60 a minute.
     */
    post: operations['sendTestMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve deliveries
     * @description The messages of the last seven days to the callback that meet all conditions, oldest first. A page that has to pass over many others may have fewer than its limit, or none, and still a next one.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve delivery
     * @description With the message, and the last ten attempts: the time, the duration, the status or the error, and the first 8 KiB of the answer of each.
     */
    get: operations['getDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/deliveries/{id}/redeliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message again
     * @description With the same `webhook-id`. An action that has an outcome is not requested a second time.
     */
    post: operations['redeliverMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/redeliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send all messages again that match
     * @description Sends the messages again that were stored by now and meet all conditions, as `GET /callback/deliveries` lists them, each with its `webhook-id`. Those that wait for their next attempt are sent at once; actions that have an outcome are left out. The first 500 are on their way with the answer, the others follow; `redelivered` counts them. One runs at a time. Repeat it with the same `Idempotency-Key` to send nothing twice.
     */
    post: operations['redeliverMessages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callback/redeliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve redelivery
     * @description How many messages it has sent again so far, for seven days.
     */
    get: operations['getRedelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * @description In the order of their creation, without their secrets.
     */
    get: operations['listSubscriptions'];
    put?: never;
    /**
     * Subscribe to what matches
     * @description Events of things that meet conditions, and of values only those that cross a threshold, if there is one. They are posted to `url`, one message after another, signed as Standard Webhooks, and can be read as a stream. Needs `svc.things.admin` with `url`, and `svc.units.read` with `in` or `below`.
     */
    post: operations['createSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subscriptions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve subscription
     * @description Includes the last failure of its messages, if there is one.
     */
    get: operations['getSubscription'];
    put?: never;
    post?: never;
    /**
     * Delete subscription
     * @description Nothing more is posted; one with `url` needs `svc.things.admin`. Streams that are open end with the access token.
     */
    delete: operations['deleteSubscription'];
    options?: never;
    head?: never;
    /**
     * Change subscription
     * @description A JSON Merge Patch (RFC 7396) of `match` and `url`; messages go on from the position where they are. One with `url` needs `svc.things.admin`, and `in` and `below` need `svc.units.read`. Streams that are open go on as they began.
     */
    patch: operations['updateSubscription'];
    trace?: never;
  };
  '/subscriptions/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a subscription
     * @description The new secret is shown only once. For a day, the previous one signs the messages as well. Needs `svc.things.admin`.
     */
    post: operations['rotateSubscriptionSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subscriptions/{id}/pending': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve pending events
     * @description The events that match after `cursor` of the subscription, whose messages are posted in this order; the first is the one that holds up the others, if there is an `error`. Of a stream there are none. A page looks at 1,000 events, so that it may hold fewer than its limit, or none, and still lead to a next one. Needs `svc.things.admin`.
     */
    get: operations['listPendingEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subscriptions/{id}/attempts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the last attempts
     * @description The last ten attempts to post messages of the subscription, the latest one at the end, each with its duration, the status or the error, and the first 8 KiB of the answer. Needs `svc.things.admin`.
     */
    get: operations['listSubscriptionAttempts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/subscriptions/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message to the address of a subscription
     * @description Sends a message of the type `test` at once, and only once, and answers with the attempt. Messages that wait stay where they are. Counts as a trial; an account has 60 a minute. Needs `svc.things.admin`.
     */
    post: operations['sendSubscriptionTestMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alerts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve alert rules
     * @description In the order of their creation, each with how many items fire.
     */
    get: operations['listAlerts'];
    put?: never;
    /**
     * Create alert rule
     * @description Tells of clients, things, messages, quotas or authorizations that fail: by e-mail, to a webhook that is signed as Standard Webhooks, or to a Slack-compatible webhook. A condition on things needs `svc.things.read`, too.
     */
    post: operations['createAlert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/alerts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve alert rule
     * @description With what fires now and since when, and its latest messages with their outcomes.
     */
    get: operations['getAlert'];
    put?: never;
    post?: never;
    /**
     * Delete alert rule
     * @description Messages that have not been accepted are dropped.
     */
    delete: operations['deleteAlert'];
    options?: never;
    head?: never;
    /**
     * Change or silence alert rule
     * @description Changes the given members; null removes a webhook, the repetition or the silence. While it is silenced, the rule goes on to watch, and then tells what still fires. A condition on things needs `svc.things.read`, too.
     */
    patch: operations['updateAlert'];
    trace?: never;
  };
  '/alerts/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message
     * @description Sends a message through each channel of the rule, once, and answers with what came of it. At most every ten seconds.
     */
    post: operations['testAlert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/limits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve limits
     * @description The quotas of the account, and how much of each is in use.
     */
    get: operations['getLimits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/retention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve retention
     * @description For how many days past values and activity are shown.
     */
    get: operations['getRetention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update retention
     * @description Chooses fewer days than the installation has; `null` chooses none. What is older is hidden at once, deleted within a day, and cannot be restored.
     */
    patch: operations['updateRetention'];
    trace?: never;
  };
  '/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve usage
     * @description What clients and subjects did, by day, connector or subject; with a subject, only its own. `Accept: text/csv` answers all of it as a table, in which an apostrophe precedes texts that a spreadsheet would calculate. Polls and events appear within minutes.
     */
    get: operations['getUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the audit log
     * @description The requests that changed something or were refused, newest first; with a subject, only those made for it.
     */
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/apps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List apps
     * @description In the order in which they were registered, without their secrets.
     */
    get: operations['listApps'];
    put?: never;
    /**
     * Register app
     * @description Creates its id and a secret, with which it gets access tokens. The secret is shown only once. An app cannot be given scopes that the access token lacks. With an external issuer, which has apps of its own, it is 404.
     */
    post: operations['createApp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/apps/names': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List names of apps
     * @description For those who read what apps did, which names them by their ids.
     */
    get: operations['listAppNames'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/apps/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve app
     * @description Its name and scopes, without its secret.
     */
    get: operations['getApp'];
    put?: never;
    post?: never;
    /**
     * Revoke app
     * @description It gets no more access tokens; those that it has expire within an hour. Its callback and the messages that wait for it are dropped, and its connect sessions end within a minute. What it created stays.
     */
    delete: operations['deleteApp'];
    options?: never;
    head?: never;
    /**
     * Change app
     * @description Its name and the origins of its web pages, by a JSON Merge Patch (RFC 7396). Origins count within a minute.
     */
    patch: operations['updateApp'];
    trace?: never;
  };
  '/apps/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of an app
     * @description The new secret is shown only once. The previous one stays valid for a day, or for `overlap_seconds`, and the one before it becomes invalid. Needs all scopes of the app.
     */
    post: operations['rotateAppSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List organizations
     * @description Those of the person who is signed in, each with its environments.
     */
    get: operations['listOrganizations'];
    put?: never;
    /**
     * Create organization
     * @description With the environments `development` and `production`. Whoever creates it is its owner.
     */
    post: operations['createOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete organization
     * @description Deletes all of its environments. Its members see it until 90 days after these are erased. For owners.
     */
    delete: operations['deleteOrganization'];
    options?: never;
    head?: never;
    /**
     * Update organization
     * @description Changes its name, or what it requires of members. For owners.
     */
    patch: operations['updateOrganization'];
    trace?: never;
  };
  '/organizations/{id}/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the audit log of an organization
     * @description Changes of its members, invitations and environments, newest first.
     */
    get: operations['listOrganizationAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve usage of an organization
     * @description As `GET /usage`, of one environment after the other.
     */
    get: operations['getOrganizationUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}/environments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create environment
     * @description An account of its own, with its own apps, quotas and data: nothing of one is visible in another. For owners.
     */
    post: operations['createEnvironment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/environments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete environment
     * @description From now on, requests with its access tokens are refused (403, `environment_deleted`) and its connector clients are paused. At `deletion.erases`, everything in it is erased; until then it can be restored. For owners.
     */
    delete: operations['deleteEnvironment'];
    options?: never;
    head?: never;
    /**
     * Rename environment
     * @description Changes its name. For owners.
     */
    patch: operations['updateEnvironment'];
    trace?: never;
  };
  '/environments/{id}/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create access token of a person
     * @description An access token for an environment, valid for five minutes, with the scopes of the role of the person.
     */
    post: operations['createEnvironmentToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/environments/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore environment
     * @description Ends its deletion, until it is erased. Its connector clients are resumed within minutes. For owners.
     */
    post: operations['restoreEnvironment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/environments/{id}/erasure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve the erasure of an environment
     * @description When it begins, how far it got, and its receipt once it is completed. It can be read for 90 days after that.
     */
    get: operations['getEnvironmentErasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore organization
     * @description Restores all of its environments that are not erased yet. For owners.
     */
    post: operations['restoreOrganization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/environments/{id}/copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy from another environment
     * @description Copies the connector types, instances, the branding and the retention of another environment that this one does not have. Secrets are never copied: they are given anew in `secrets`, here or when the request is repeated. `replace` also makes new versions of connector types that differ, and changes instances, once their clients were polled with them. For owners and developers of both.
     */
    post: operations['copyEnvironment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List members
     * @description The members of an organization, and the open invitations.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}/members/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove member
     * @description For owners; everybody may leave, except the last owner. Access ends within five minutes.
     */
    delete: operations['deleteMember'];
    options?: never;
    head?: never;
    /**
     * Change the role of a member
     * @description For owners; one owner must remain. It counts within five minutes.
     */
    patch: operations['updateMember'];
    trace?: never;
  };
  '/organizations/{id}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite somebody
     * @description Answers a link to pass on, or sends it by e-mail. It works once, for that address, for seven days; one that was sent to the address before is then invalid. For owners.
     */
    post: operations['createInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/organizations/{id}/invitations/{other}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw invitation
     * @description Its link works no more. For owners.
     */
    delete: operations['deleteInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/invitations/{id}/open': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read invitation
     * @description For whoever has its link: `secret` is what follows the dot.
     */
    post: operations['readInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/invitations/{id}/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept invitation
     * @description Makes the person who is signed in a member, if the invitation is for its address.
     */
    post: operations['acceptInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/mcp_clients/request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Retrieve who wants to be authorized
     * @description Checks an authorization request (RFC 6749, section 4.1.1), for the page that asks the person.
     */
    get: operations['getMcpClientRequest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/mcp_clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List MCP clients
     * @description The apps that the person has authorized.
     */
    get: operations['listMcpClients'];
    put?: never;
    /**
     * Authorize MCP client
     * @description Lets an app act as the person in an environment, by the Model Context Protocol alone. It gets access tokens with the scopes that it wants and the role has, until the person or the membership ends it, or it is unused for 30 days.
     */
    post: operations['createMcpClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/mcp_clients/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove MCP client
     * @description It gets no more access tokens; its last one ends within five minutes.
     */
    delete: operations['deleteMcpClient'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    ActionRequest: {
      thing_id: string;
      action: string;
      /** @description Any JSON value. */
      input?: unknown;
    };
    Activity: {
      /** @description How many clients are paused, and how many of the others have which status. */
      clients: {
        starting: number;
        started: number;
        error: number;
        paused: number;
      };
      /** @description The last 24 hours. The last one ends with the ten minutes that have begun. */
      hours: {
        /**
         * Format: date-time
         * @description When the hour begins.
         */
        from: string;
        /** @description Polls that the technology answered, or that failed. */
        polls: number;
        /** @description Those that failed. */
        failed_polls: number;
        /** @description Those that began more than a minute after they were due. */
        late_polls: number;
        /** @description How long after it was due a poll began at most. */
        max_lateness_seconds: number;
        /** @description How often a thing was new or had changed, by polls and by what was heard. */
        changes: number;
      }[];
    };
    Agent: {
      /** Format: uuid */
      id: string;
      subject: components['schemas']['Reference'];
      name: string;
      /**
       * @description `unpaired` until it has proved its key with a pairing code, then `online` or `offline`.
       * @enum {string}
       */
      state: 'unpaired' | 'online' | 'offline';
      /**
       * Format: date-time
       * @description Since when it is in this state.
       */
      since: string;
      /** Format: date-time */
      pairing_expires?: string;
      /** @description SHA-256 of its public key (base64url), which the agent shows, too. */
      key?: string;
      report?: {
        version: string;
        platform: string;
        addresses: string[];
        /** Format: date-time */
        started: string;
        found: {
          type: string;
          name: string;
          address: string;
          port: number;
        }[];
      };
      /**
       * @description Present if its program is old: it is to be updated, and Trellis refuses it two major versions later.
       * @constant
       */
      outdated?: true;
      /** @description The round trip to it, measured last (ms). */
      round_trip_ms?: number;
      /** Format: date-time */
      created: string;
      /** Format: uri */
      href: string;
    };
    AgentPatch: {
      name?: string;
    };
    Alert: {
      /** @description As messages and the console show it. */
      name: string;
      /** @description When it fires. */
      condition:
        | {
            /** @constant */
            kind: 'client_error';
            /** @description How long the client has been failing. */
            minutes: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
            /** @description Only this connector client. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'clients_failing';
            /** @description More than this share of the clients of an instance fails. */
            percent: number;
            /**
             * @description Only clients that have been failing this long count.
             * @default 0
             */
            minutes: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
          }
        | {
            /** @constant */
            kind: 'deliveries_failing';
            /** @description How long messages have not been accepted. */
            minutes: number;
          }
        | {
            /** @constant */
            kind: 'thing_unavailable';
            /** @description How long it has been away. */
            hours: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'thing_silent';
            /** @description How long nothing was heard of it, not even an unchanged value. */
            minutes: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'battery_low';
            /** @description `battery` is below this, or `battery_low` is true. */
            percent: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'quota_used';
            /** @description More than this share is used. */
            percent: number;
            /** @enum {string} */
            quota?:
              | 'units'
              | 'things'
              | 'scenes'
              | 'history_values'
              | 'connector_instances'
              | 'connector_types'
              | 'connector_clients'
              | 'pending_interactions'
              | 'callbacks'
              | 'subscriptions'
              | 'alert_rules'
              | 'agents'
              | 'apps';
          }
        | {
            /** @constant */
            kind: 'authorization_ends';
            /** @description It ends within this time. */
            days: number;
          }
        | {
            /** @constant */
            kind: 'agent_offline';
            /** @description How long the agent has not been connected. */
            minutes: number;
            /** @description Only agents of this subject. */
            subject?: string;
          };
      /** @description How long to wait for more before a message is sent, and at least between two messages. */
      group_seconds: number;
      /** @description How many of what fires a message lists. */
      list_first: number;
      /** @description After how long a message is repeated while something fires; null for never. */
      repeat_minutes: number | null;
      /** @description Whether to tell that something works again. */
      recovery: boolean;
      /** @description Until when nothing is sent; null if it is not silenced. */
      silenced_until: string | null;
      id: string;
      email: string[];
      webhook?: string;
      slack?: string;
      /** Format: date-time */
      previous_secret_until?: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      /** @description How many items fire, up to 1,000. */
      firing: number;
      /** Format: uri */
      href: string;
      /** @description Signs the messages to the webhook. Shown only when it is new. */
      secret?: string;
    };
    /**
     * @example {
     *       "silenced_until": "2026-12-01T08:00:00Z"
     *     }
     */
    AlertPatch: {
      /** @description As messages and the console show it. */
      name?: string;
      /** @description Replaces the condition; what fires is notified anew. */
      condition?:
        | {
            /** @constant */
            kind: 'client_error';
            /** @description How long the client has been failing. */
            minutes: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
            /** @description Only this connector client. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'clients_failing';
            /** @description More than this share of the clients of an instance fails. */
            percent: number;
            /**
             * @description Only clients that have been failing this long count.
             * @default 0
             */
            minutes?: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
          }
        | {
            /** @constant */
            kind: 'deliveries_failing';
            /** @description How long messages have not been accepted. */
            minutes: number;
          }
        | {
            /** @constant */
            kind: 'thing_unavailable';
            /** @description How long it has been away. */
            hours: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'thing_silent';
            /** @description How long nothing was heard of it, not even an unchanged value. */
            minutes: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'battery_low';
            /** @description `battery` is below this, or `battery_low` is true. */
            percent: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'quota_used';
            /** @description More than this share is used. */
            percent: number;
            /** @enum {string} */
            quota?:
              | 'units'
              | 'things'
              | 'scenes'
              | 'history_values'
              | 'connector_instances'
              | 'connector_types'
              | 'connector_clients'
              | 'pending_interactions'
              | 'callbacks'
              | 'subscriptions'
              | 'alert_rules'
              | 'agents'
              | 'apps';
          }
        | {
            /** @constant */
            kind: 'authorization_ends';
            /** @description It ends within this time. */
            days: number;
          }
        | {
            /** @constant */
            kind: 'agent_offline';
            /** @description How long the agent has not been connected. */
            minutes: number;
            /** @description Only agents of this subject. */
            subject?: string;
          };
      /** @description How long to wait for more before a message is sent, and at least between two messages. */
      group_seconds?: number;
      /** @description How many of what fires a message lists. */
      list_first?: number;
      /** @description After how long a message is repeated while something fires; null for never. */
      repeat_minutes?: number | null;
      /** @description Whether to tell that something works again. */
      recovery?: boolean;
      /** @description Until when nothing is sent; null if it is not silenced. */
      silenced_until?: string | null;
      /** @description Addresses to which e-mails are sent; only if the installation has a mail server. */
      email?: string[];
      webhook?: string | null;
      /**
       * @description Makes a new secret of the webhook; both sign for a day.
       * @default false
       */
      rotate_secret?: boolean;
      slack?: string | null;
    };
    AlertTest: {
      /** @enum {string} */
      channel: 'email' | 'webhook' | 'slack';
      to: string;
      delivered: boolean;
      response_status?: number;
      detail?: string;
    }[];
    AlertWithState: {
      /** @description As messages and the console show it. */
      name: string;
      /** @description When it fires. */
      condition:
        | {
            /** @constant */
            kind: 'client_error';
            /** @description How long the client has been failing. */
            minutes: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
            /** @description Only this connector client. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'clients_failing';
            /** @description More than this share of the clients of an instance fails. */
            percent: number;
            /**
             * @description Only clients that have been failing this long count.
             * @default 0
             */
            minutes: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
          }
        | {
            /** @constant */
            kind: 'deliveries_failing';
            /** @description How long messages have not been accepted. */
            minutes: number;
          }
        | {
            /** @constant */
            kind: 'thing_unavailable';
            /** @description How long it has been away. */
            hours: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'thing_silent';
            /** @description How long nothing was heard of it, not even an unchanged value. */
            minutes: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'battery_low';
            /** @description `battery` is below this, or `battery_low` is true. */
            percent: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'quota_used';
            /** @description More than this share is used. */
            percent: number;
            /** @enum {string} */
            quota?:
              | 'units'
              | 'things'
              | 'scenes'
              | 'history_values'
              | 'connector_instances'
              | 'connector_types'
              | 'connector_clients'
              | 'pending_interactions'
              | 'callbacks'
              | 'subscriptions'
              | 'alert_rules'
              | 'agents'
              | 'apps';
          }
        | {
            /** @constant */
            kind: 'authorization_ends';
            /** @description It ends within this time. */
            days: number;
          }
        | {
            /** @constant */
            kind: 'agent_offline';
            /** @description How long the agent has not been connected. */
            minutes: number;
            /** @description Only agents of this subject. */
            subject?: string;
          };
      /** @description How long to wait for more before a message is sent, and at least between two messages. */
      group_seconds: number;
      /** @description How many of what fires a message lists. */
      list_first: number;
      /** @description After how long a message is repeated while something fires; null for never. */
      repeat_minutes: number | null;
      /** @description Whether to tell that something works again. */
      recovery: boolean;
      /** @description Until when nothing is sent; null if it is not silenced. */
      silenced_until: string | null;
      id: string;
      email: string[];
      webhook?: string;
      slack?: string;
      /** Format: date-time */
      previous_secret_until?: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      /** @description How many items fire, up to 1,000. */
      firing: number;
      /** Format: uri */
      href: string;
      /** @description Signs the messages to the webhook. Shown only when it is new. */
      secret?: string;
      /** @description What fires now, the longest first; at most 100. */
      fires: {
        /** @enum {string} */
        kind: 'client' | 'instance' | 'agent' | 'callback' | 'subscription' | 'thing' | 'quota';
        id: string;
        title: string;
        detail: string;
        /** Format: date-time */
        since: string;
        /** Format: date-time */
        fired: string;
        /** Format: date-time */
        notified?: string;
        /** Format: uri */
        href?: string;
      }[];
      /** @description The latest messages, newest first; at most 20. */
      messages: {
        /** @enum {string} */
        channel: 'email' | 'webhook' | 'slack';
        to: string;
        /** @enum {string} */
        kind: 'fires' | 'still_fires' | 'recovered';
        count: number;
        /** @enum {string} */
        status: 'pending' | 'delivered' | 'failed';
        attempts: number;
        error?: string;
        /** Format: date-time */
        created: string;
        /** Format: date-time */
        attempted?: string;
      }[];
    };
    App: {
      /** @description Also its `client_id` at `POST /oauth2/token`. */
      id: string;
      name: string;
      scopes: string[];
      allowed_origins: string[];
      /**
       * Format: date-time
       * @description Where it is known.
       */
      created?: string;
      /**
       * Format: date-time
       * @description When it last got an access token, to the hour; left out when that is not known.
       */
      last_used?: string;
      /**
       * Format: date-time
       * @description Until when the secret before the last rotation is accepted as well.
       */
      previous_secret_until?: string;
      /** Format: uri */
      href: string;
      /**
       * Format: password
       * @description Shown only when it is new.
       */
      readonly client_secret?: string;
    };
    AppName: {
      id: string;
      name: string;
    };
    /**
     * @example {
     *       "allowed_origins": [
     *         "https://app.example"
     *       ]
     *     }
     */
    AppPatch: {
      name?: string;
      /** @description Replaces all of them; null removes them. */
      allowed_origins?: string[] | null;
    };
    AuditEntry: {
      /** Format: uuid */
      id: string;
      /** @description `app`: the client id of the access token; `subject`: an end user in a browser; `operator`: somebody who runs this service. */
      actor: {
        /** @enum {string} */
        type: 'app' | 'subject' | 'person' | 'operator';
        id: string;
      };
      app?: string;
      subject?: string;
      /** @description An `operationId` of this document, or the name of a command of an operator. */
      operation: string;
      resource: {
        type: string;
        ids: string[];
      };
      status?: number;
      /** @description The code with which it was refused or failed. */
      problem?: string;
      /** @description How the items of a batch ended. */
      items?: {
        succeeded: number;
        failed: number;
      };
      request_id?: string;
      address?: string;
      user_agent?: string;
      /** Format: date-time */
      time: string;
    };
    AuthorizedMcpClient: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uri
       * @description Where the browser goes, with a code that works once, for a minute.
       */
      href: string;
    };
    /** @description The result of one item of a batch. */
    BatchResult: {
      /** @description As if the item had been sent alone. */
      status: number;
      /** @description Of the unit that was created. */
      id?: string;
      /**
       * Format: uri
       * @description Of what was created, linked or changed.
       */
      href?: string;
      problem?: components['schemas']['Problem'];
    };
    BatchResults: {
      results: components['schemas']['BatchResult'][];
    };
    Callback: {
      url: string;
      events: (
        | 'thing_created'
        | 'thing_deleted'
        | 'thing_event'
        | 'client_status_changed'
        | 'client_deleted'
        | 'batch_ended'
      )[];
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      /** @description Signs the messages (Standard Webhooks). Shown only when it is new. */
      readonly secret?: string;
    };
    Change: {
      /** @description The position of the change: a `cursor` after it. */
      id: string;
      /** Format: date-time */
      time: string;
      /** @enum {string} */
      kind:
        | 'unit_created'
        | 'unit_updated'
        | 'unit_deleted'
        | 'unit_linked'
        | 'unit_unlinked'
        | 'subject_created'
        | 'thing_created'
        | 'thing_updated'
        | 'thing_deleted'
        | 'client_created'
        | 'client_updated'
        | 'client_deleted'
        | 'client_status_changed';
      resource: {
        /**
         * Format: uri
         * @description Address of the referenced resource.
         */
        href: string;
        id: string;
      };
      /** @description With which the unit is linked, or is not any more. */
      parent?: {
        /**
         * Format: uri
         * @description Address of the referenced resource.
         */
        href: string;
        id: string;
      };
      thing?: {
        /**
         * Format: uri
         * @description Address of the referenced resource.
         */
        href: string;
        id: string;
      };
      subject?: {
        /**
         * Format: uri
         * @description Address of the referenced resource.
         */
        href: string;
        id: string;
      };
      /** @enum {string} */
      status?: 'STARTING' | 'STARTED' | 'ERROR';
      error?: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
      };
      paused?: {
        /** Format: date-time */
        since: string;
        reason?: string;
      };
    };
    ChangedConnectorType: {
      name: string;
      /** @default  */
      description: string;
      category?: string;
      /** @default [] */
      steps: {
        title: string;
        description: string;
        /** @enum {string} */
        when: 'before' | 'after';
      }[];
      /** @default {} */
      translations: {
        [key: string]: {
          [key: string]: string;
        };
      };
      type_id: string;
      version: number;
      /** Format: date-time */
      created: string;
      /** @description Its address; empty without one. */
      logo: string;
      connector: components['schemas']['Reference'];
      /** @description The description of the API without its secrets. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description JSON Pointers of the secrets that are stored. */
      secrets: string[];
      /** @description What clients have found with the version. */
      trials: {
        client: components['schemas']['Reference'];
        /** @description How many devices it would find. */
        found?: number;
        /** @description Why it would fail. */
        error?: {
          code: string;
          detail: string;
        };
      }[];
    };
    Changes: {
      changes: components['schemas']['Change'][];
      /** @description Where to continue. */
      cursor: string;
      /** @description Whether there may be more at once. */
      more: boolean;
    };
    ClientDiagnostics: {
      /** Format: date-time */
      created: string;
      client: {
        /** Format: uuid */
        id: string;
        instance: components['schemas']['Reference'];
        connector: components['schemas']['Reference'];
        subject: components['schemas']['Reference'];
        name?: string;
        /**
         * @description Texts of the app: up to 50 members of up to 500 characters.
         * @example {
         *       "customer_no": "4711"
         *     }
         */
        attributes?: {
          [key: string]: string;
        };
        /** @description Whose it is at the vendor, as far as that is known: of an account, a bridge or a home. */
        account?: {
          id?: string;
          name?: string;
        };
        /**
         * Format: uuid
         * @description The agent through which its technology is reached, in the network of that agent.
         */
        via?: string;
        mappings: {
          connector_thing_id: string;
          /** Format: uuid */
          thing_id: string;
        }[];
        /** @enum {string} */
        status: 'STARTING' | 'STARTED' | 'ERROR';
        error?: {
          /** @enum {string} */
          code:
            | 'unavailable'
            | 'authorization_required'
            | 'misconfigured'
            | 'another_device'
            | 'connector_failed'
            | 'set_aside'
            | 'quota_exceeded'
            | 'no_devices'
            | 'no_values'
            | 'flooding'
            | 'only_polled'
            | 'sweep_held';
          detail: string;
          /** Format: date-time */
          since: string;
          /** @enum {string} */
          remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration' | 'resume';
          /**
           * @description Why exactly it fails; the documentation lists what helps.
           * @enum {string}
           */
          cause?:
            | 'name_not_found'
            | 'name_lookup_failed'
            | 'address_not_allowed'
            | 'agent_offline'
            | 'agent_stopped'
            | 'agent_removed'
            | 'agent_refuses_address'
            | 'agent_finds_no_host'
            | 'connection_refused'
            | 'no_route'
            | 'connect_timeout'
            | 'answer_timeout'
            | 'poll_timeout'
            | 'connection_lost'
            | 'unreachable'
            | 'other_protocol'
            | 'protocol_version'
            | 'went_silent'
            | 'connection_limit'
            | 'interrupted'
            | 'device_unreachable'
            | 'device_gone'
            | 'tls_expired'
            | 'tls_not_yet_valid'
            | 'tls_other_name'
            | 'tls_unknown_authority'
            | 'tls_self_signed'
            | 'tls_refused'
            | 'tls_protocol'
            | 'tls_expected'
            | 'credentials_refused'
            | 'credentials_missing'
            | 'token_refused'
            | 'forbidden'
            | 'forbidden_after_refresh'
            | 'grant_revoked'
            | 'not_granted'
            | 'pairing_needed'
            | 'acl_refused'
            | 'credentials_withheld'
            | 'app_refused'
            | 'token_not_issued'
            | 'token_request_refused'
            | 'not_found'
            | 'bad_request'
            | 'redirect'
            | 'rate_limited'
            | 'vendor_quota'
            | 'server_error'
            | 'unexpected_status'
            | 'refused_by_server'
            | 'api_error'
            | 'not_json'
            | 'unexpected_form'
            | 'value_not_there'
            | 'not_pasted'
            | 'answer_too_large'
            | 'too_much_to_read'
            | 'other_server'
            | 'nothing_found'
            | 'nothing_reported'
            | 'another_device'
            | 'value_refused'
            | 'no_such_command'
            | 'signature_missing'
            | 'address_invalid'
            | 'request_invalid'
            | 'configuration_incomplete'
            | 'configuration_invalid'
            | 'description_invalid'
            | 'parts_left_out'
            | 'too_many_devices'
            | 'too_costly'
            | 'connector_bug'
            | 'device_invalid'
            | 'polls_set_aside';
          /** @description What the cause means, and what helps. */
          advice?: string;
          /** @description The address that failed: scheme, host, port and path, without query. */
          address?: string;
          /** @description The status of the HTTP response. */
          status?: number;
          /** @description Where in the answer, or in the description of it, as a JSONPath. */
          path?: string;
          /**
           * Format: date-time
           * @description When the certificate expired, or from when it is valid.
           */
          until?: string;
          /**
           * Format: date-time
           * @description When the remote technology takes requests again, as it says.
           */
          retry_at?: string;
        };
        warnings: {
          /** @enum {string} */
          code:
            | 'unavailable'
            | 'authorization_required'
            | 'misconfigured'
            | 'another_device'
            | 'connector_failed'
            | 'set_aside'
            | 'quota_exceeded'
            | 'no_devices'
            | 'no_values'
            | 'flooding'
            | 'only_polled'
            | 'sweep_held';
          detail: string;
          connector_thing_id?: string;
          /**
           * @description Why exactly it fails; the documentation lists what helps.
           * @enum {string}
           */
          cause?:
            | 'name_not_found'
            | 'name_lookup_failed'
            | 'address_not_allowed'
            | 'agent_offline'
            | 'agent_stopped'
            | 'agent_removed'
            | 'agent_refuses_address'
            | 'agent_finds_no_host'
            | 'connection_refused'
            | 'no_route'
            | 'connect_timeout'
            | 'answer_timeout'
            | 'poll_timeout'
            | 'connection_lost'
            | 'unreachable'
            | 'other_protocol'
            | 'protocol_version'
            | 'went_silent'
            | 'connection_limit'
            | 'interrupted'
            | 'device_unreachable'
            | 'device_gone'
            | 'tls_expired'
            | 'tls_not_yet_valid'
            | 'tls_other_name'
            | 'tls_unknown_authority'
            | 'tls_self_signed'
            | 'tls_refused'
            | 'tls_protocol'
            | 'tls_expected'
            | 'credentials_refused'
            | 'credentials_missing'
            | 'token_refused'
            | 'forbidden'
            | 'forbidden_after_refresh'
            | 'grant_revoked'
            | 'not_granted'
            | 'pairing_needed'
            | 'acl_refused'
            | 'credentials_withheld'
            | 'app_refused'
            | 'token_not_issued'
            | 'token_request_refused'
            | 'not_found'
            | 'bad_request'
            | 'redirect'
            | 'rate_limited'
            | 'vendor_quota'
            | 'server_error'
            | 'unexpected_status'
            | 'refused_by_server'
            | 'api_error'
            | 'not_json'
            | 'unexpected_form'
            | 'value_not_there'
            | 'not_pasted'
            | 'answer_too_large'
            | 'too_much_to_read'
            | 'other_server'
            | 'nothing_found'
            | 'nothing_reported'
            | 'another_device'
            | 'value_refused'
            | 'no_such_command'
            | 'signature_missing'
            | 'address_invalid'
            | 'request_invalid'
            | 'configuration_incomplete'
            | 'configuration_invalid'
            | 'description_invalid'
            | 'parts_left_out'
            | 'too_many_devices'
            | 'too_costly'
            | 'connector_bug'
            | 'device_invalid'
            | 'polls_set_aside';
          /** @description What the cause means, and what helps. */
          advice?: string;
          /** @description The address that failed: scheme, host, port and path, without query. */
          address?: string;
          /** @description The status of the HTTP response. */
          status?: number;
          /** @description Where in the answer, or in the description of it, as a JSONPath. */
          path?: string;
          /**
           * Format: date-time
           * @description When the certificate expired, or from when it is valid.
           */
          until?: string;
          /**
           * Format: date-time
           * @description When the remote technology takes requests again, as it says.
           */
          retry_at?: string;
          sweep?: {
            missing: number;
            found: number;
            /** Format: date-time */
            since: string;
            accepted_from: string | null;
          };
        }[];
        connection?: {
          /** @enum {string} */
          state: 'connecting' | 'connected' | 'disconnected' | 'agent_offline';
          /** Format: date-time */
          since: string;
        };
        last_polled: string | null;
        next_poll: string | null;
        failures?: number;
        retry_in?: number;
        paused?: {
          /** Format: date-time */
          since: string;
          reason?: string;
        };
        removal?: {
          /** Format: date-time */
          since: string;
          things_left: number;
          attempts: number;
          last_error?: {
            code: string;
            detail: string;
            /** Format: date-time */
            at: string;
          };
          next_attempt: string | null;
        };
        /** Format: date-time */
        debug_until?: string;
      };
      configuration: components['schemas']['ShownConfiguration'];
      operations: components['schemas']['ClientOperation'][];
      /** @description The last failures, with their requests. */
      failures: components['schemas']['ClientOperationWithRequests'][];
    };
    /** @description Something that was done for a connector client. Repetitions on the same day that end in the same way are one operation, unless the client is debugged. */
    ClientOperation: {
      /** Format: uuid */
      id: string;
      subject?: string;
      connector_type_id: string;
      /** @enum {string} */
      kind:
        | 'poll'
        | 'listen'
        | 'write'
        | 'action'
        | 'hook'
        | 'authorization'
        | 'token_refresh'
        | 'trial'
        | 'configuration'
        | 'pause'
        | 'resume'
        | 'removal';
      /** @enum {string} */
      outcome: 'succeeded' | 'failed';
      /** @description Why it failed. */
      code?: string;
      detail?: string;
      /**
       * @description Why exactly it fails; the documentation lists what helps.
       * @enum {string}
       */
      cause?:
        | 'name_not_found'
        | 'name_lookup_failed'
        | 'address_not_allowed'
        | 'agent_offline'
        | 'agent_stopped'
        | 'agent_removed'
        | 'agent_refuses_address'
        | 'agent_finds_no_host'
        | 'connection_refused'
        | 'no_route'
        | 'connect_timeout'
        | 'answer_timeout'
        | 'poll_timeout'
        | 'connection_lost'
        | 'unreachable'
        | 'other_protocol'
        | 'protocol_version'
        | 'went_silent'
        | 'connection_limit'
        | 'interrupted'
        | 'device_unreachable'
        | 'device_gone'
        | 'tls_expired'
        | 'tls_not_yet_valid'
        | 'tls_other_name'
        | 'tls_unknown_authority'
        | 'tls_self_signed'
        | 'tls_refused'
        | 'tls_protocol'
        | 'tls_expected'
        | 'credentials_refused'
        | 'credentials_missing'
        | 'token_refused'
        | 'forbidden'
        | 'forbidden_after_refresh'
        | 'grant_revoked'
        | 'not_granted'
        | 'pairing_needed'
        | 'acl_refused'
        | 'credentials_withheld'
        | 'app_refused'
        | 'token_not_issued'
        | 'token_request_refused'
        | 'not_found'
        | 'bad_request'
        | 'redirect'
        | 'rate_limited'
        | 'vendor_quota'
        | 'server_error'
        | 'unexpected_status'
        | 'refused_by_server'
        | 'api_error'
        | 'not_json'
        | 'unexpected_form'
        | 'value_not_there'
        | 'not_pasted'
        | 'answer_too_large'
        | 'too_much_to_read'
        | 'other_server'
        | 'nothing_found'
        | 'nothing_reported'
        | 'another_device'
        | 'value_refused'
        | 'no_such_command'
        | 'signature_missing'
        | 'address_invalid'
        | 'request_invalid'
        | 'configuration_incomplete'
        | 'configuration_invalid'
        | 'description_invalid'
        | 'parts_left_out'
        | 'too_many_devices'
        | 'too_costly'
        | 'connector_bug'
        | 'device_invalid'
        | 'polls_set_aside';
      /** @description What the cause means, and what helps. */
      advice?: string;
      /** @description How often it ran on this day (UTC) and ended in this way. */
      count: number;
      /** Format: date-time */
      first: string;
      /** Format: date-time */
      last: string;
      /** @description The last runs, newest first. */
      runs: {
        /** Format: date-time */
        at: string;
        duration_ms: number;
        attempt?: number;
        started_by: {
          app?: string;
          person?: string;
          subject?: string;
          request_id?: string;
          /** Format: uuid */
          batch?: string;
          /** Format: uuid */
          scene?: string;
          /** @enum {string} */
          type: 'schedule' | 'app' | 'end_user' | 'vendor';
        };
        trace_id?: string;
        counts?: {
          found?: number;
          changed?: number;
          missing?: number;
        };
        /** Format: uuid */
        thing?: string;
        name?: string;
      }[];
      /** @description Whether `GET /activity/{id}` shows its requests. */
      has_requests: boolean;
      /** @description Absent for a trial. */
      client?: components['schemas']['Reference'];
    };
    ClientOperationWithRequests: {
      /** Format: uuid */
      id: string;
      subject?: string;
      connector_type_id: string;
      /** @enum {string} */
      kind:
        | 'poll'
        | 'listen'
        | 'write'
        | 'action'
        | 'hook'
        | 'authorization'
        | 'token_refresh'
        | 'trial'
        | 'configuration'
        | 'pause'
        | 'resume'
        | 'removal';
      /** @enum {string} */
      outcome: 'succeeded' | 'failed';
      /** @description Why it failed. */
      code?: string;
      detail?: string;
      /**
       * @description Why exactly it fails; the documentation lists what helps.
       * @enum {string}
       */
      cause?:
        | 'name_not_found'
        | 'name_lookup_failed'
        | 'address_not_allowed'
        | 'agent_offline'
        | 'agent_stopped'
        | 'agent_removed'
        | 'agent_refuses_address'
        | 'agent_finds_no_host'
        | 'connection_refused'
        | 'no_route'
        | 'connect_timeout'
        | 'answer_timeout'
        | 'poll_timeout'
        | 'connection_lost'
        | 'unreachable'
        | 'other_protocol'
        | 'protocol_version'
        | 'went_silent'
        | 'connection_limit'
        | 'interrupted'
        | 'device_unreachable'
        | 'device_gone'
        | 'tls_expired'
        | 'tls_not_yet_valid'
        | 'tls_other_name'
        | 'tls_unknown_authority'
        | 'tls_self_signed'
        | 'tls_refused'
        | 'tls_protocol'
        | 'tls_expected'
        | 'credentials_refused'
        | 'credentials_missing'
        | 'token_refused'
        | 'forbidden'
        | 'forbidden_after_refresh'
        | 'grant_revoked'
        | 'not_granted'
        | 'pairing_needed'
        | 'acl_refused'
        | 'credentials_withheld'
        | 'app_refused'
        | 'token_not_issued'
        | 'token_request_refused'
        | 'not_found'
        | 'bad_request'
        | 'redirect'
        | 'rate_limited'
        | 'vendor_quota'
        | 'server_error'
        | 'unexpected_status'
        | 'refused_by_server'
        | 'api_error'
        | 'not_json'
        | 'unexpected_form'
        | 'value_not_there'
        | 'not_pasted'
        | 'answer_too_large'
        | 'too_much_to_read'
        | 'other_server'
        | 'nothing_found'
        | 'nothing_reported'
        | 'another_device'
        | 'value_refused'
        | 'no_such_command'
        | 'signature_missing'
        | 'address_invalid'
        | 'request_invalid'
        | 'configuration_incomplete'
        | 'configuration_invalid'
        | 'description_invalid'
        | 'parts_left_out'
        | 'too_many_devices'
        | 'too_costly'
        | 'connector_bug'
        | 'device_invalid'
        | 'polls_set_aside';
      /** @description What the cause means, and what helps. */
      advice?: string;
      /** @description How often it ran on this day (UTC) and ended in this way. */
      count: number;
      /** Format: date-time */
      first: string;
      /** Format: date-time */
      last: string;
      /** @description The last runs, newest first. */
      runs: {
        /** Format: date-time */
        at: string;
        duration_ms: number;
        attempt?: number;
        started_by: {
          app?: string;
          person?: string;
          subject?: string;
          request_id?: string;
          /** Format: uuid */
          batch?: string;
          /** Format: uuid */
          scene?: string;
          /** @enum {string} */
          type: 'schedule' | 'app' | 'end_user' | 'vendor';
        };
        trace_id?: string;
        counts?: {
          found?: number;
          changed?: number;
          missing?: number;
        };
        /** Format: uuid */
        thing?: string;
        name?: string;
      }[];
      /** @description Whether `GET /activity/{id}` shows its requests. */
      has_requests: boolean;
      /** @description Absent for a trial. */
      client?: components['schemas']['Reference'];
      /** @description What was sent to the technology and received in the last run that was recorded, without secrets: the first 10 and the last 20 requests, and the last message of each topic. */
      requests: components['schemas']['RecordedRequest'][];
    };
    ClientReplacedWith: {
      /** @description The client that found the devices. */
      with: string;
    };
    /**
     * @example {
     *       "configuration": {
     *         "interval_ms": 10000
     *       }
     *     }
     */
    ConfigurationPatch: {
      /**
       * @description The members to change; null removes one.
       * @default {}
       */
      configuration?: {
        [key: string]: unknown;
      };
    };
    ConnectAgent: {
      /** Format: uuid */
      id: string;
      name: string;
      pairing: components['schemas']['PairingCode'];
    };
    ConnectBranding: {
      /** @description The name of the app, as its end users know it. */
      name: string;
      /** @description Of buttons and links; made darker or lighter where it could not be read. */
      color?: string;
    };
    ConnectClient: {
      /** Format: uuid */
      id: string;
      name?: string;
      /** @enum {string} */
      status: 'STARTING' | 'STARTED' | 'ERROR';
      error?: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        detail: string;
        /** Format: date-time */
        since: string;
        /** @enum {string} */
        remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration' | 'resume';
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
      };
      last_polled: string | null;
      next_poll: string | null;
      type_id: string;
      needs_authorization: boolean;
      /** @description Whether it is left alone until the app resumes it. */
      paused: boolean;
      warnings: {
        code: string;
        detail: string;
        /** @enum {string} */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
      }[];
      things_count: number;
      /** @description The first 50. */
      things: {
        /** Format: uuid */
        id: string;
        title: string;
        types: string[];
      }[];
    };
    ConnectPage: {
      branding?: {
        /** @description The name of the app, as its end users know it. */
        name: string;
        /** @description Of buttons and links; made darker or lighter where it could not be read. */
        color?: string;
      };
      subject_name?: string;
      return_url?: string;
      /** @enum {string} */
      language?: 'en' | 'de';
      /**
       * Format: uuid
       * @description The one that this is about.
       */
      client?: string;
      /** Format: date-time */
      expires_at: string;
      technologies: {
        type_id: string;
        name: string;
        description: string;
        logo: string;
        connect: {
          /** @enum {string} */
          method: 'form' | 'oauth2';
          steps: {
            title: string;
            description: string;
            /** @enum {string} */
            when: 'before' | 'after';
            unless?: string;
          }[];
        };
        category?: string;
        /** @description Its texts in other languages, by language and text. */
        translations?: {
          [key: string]: {
            [key: string]: string;
          };
        };
        clients_per_subject: number;
        /** @description Whether it can be connected; otherwise it is that of a client below. */
        offered: boolean;
        configuration_schema: {
          [key: string]: unknown;
        };
        /** @description Whether it is found in homes, so that an agent may help. */
        local: boolean;
      }[];
      /** @description The agents of the subject, through which technologies are reached (`via`). */
      agents: {
        /** Format: uuid */
        id: string;
        name: string;
        /** @enum {string} */
        state: 'unpaired' | 'online' | 'offline';
      }[];
      /** @description What they have found: name and configuration for a new client. */
      found: {
        /** Format: uuid */
        agent: string;
        name: string;
        configuration: {
          [key: string]: string;
        };
        type_id: string;
      }[];
      clients: {
        /** Format: uuid */
        id: string;
        name?: string;
        /** @enum {string} */
        status: 'STARTING' | 'STARTED' | 'ERROR';
        type_id: string;
        error?: {
          code: string;
        };
        needs_authorization: boolean;
        paused: boolean;
      }[];
    };
    ConnectSession: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uri
       * @description The address for the end user. It grants access as the end user: keep it secret.
       */
      href: string;
      /** Format: date-time */
      expires_at: string;
    };
    ConnectorClient: {
      /** Format: uuid */
      id: string;
      instance: components['schemas']['Reference'];
      connector: components['schemas']['Reference'];
      subject: components['schemas']['Reference'];
      name?: string;
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
      /** @description Whose it is at the vendor, as far as that is known: of an account, a bridge or a home. */
      account?: {
        id?: string;
        name?: string;
      };
      /**
       * Format: uuid
       * @description The agent through which its technology is reached, in the network of that agent.
       */
      via?: string;
      mappings: {
        connector_thing_id: string;
        /** Format: uuid */
        thing_id: string;
      }[];
      /** @enum {string} */
      status: 'STARTING' | 'STARTED' | 'ERROR';
      error?: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        detail: string;
        /** Format: date-time */
        since: string;
        /** @enum {string} */
        remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration' | 'resume';
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
      };
      warnings: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        detail: string;
        connector_thing_id?: string;
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
        sweep?: {
          missing: number;
          found: number;
          /** Format: date-time */
          since: string;
          accepted_from: string | null;
        };
      }[];
      connection?: {
        /** @enum {string} */
        state: 'connecting' | 'connected' | 'disconnected' | 'agent_offline';
        /** Format: date-time */
        since: string;
      };
      last_polled: string | null;
      next_poll: string | null;
      failures?: number;
      retry_in?: number;
      paused?: {
        /** Format: date-time */
        since: string;
        reason?: string;
      };
      removal?: {
        /** Format: date-time */
        since: string;
        things_left: number;
        attempts: number;
        last_error?: {
          code: string;
          detail: string;
          /** Format: date-time */
          at: string;
        };
        next_attempt: string | null;
      };
      /** Format: date-time */
      debug_until?: string;
      /** @description Where the subject's browser has to go to authorize the client, while that is needed. */
      authorization?: components['schemas']['Reference'];
    };
    /**
     * @example {
     *       "configuration": {
     *         "interval_ms": 10000
     *       }
     *     }
     */
    ConnectorClientPatch: {
      configuration?: {
        [key: string]: unknown;
      };
      /**
       * @description Attributes to change: `null` or an empty text removes a member, `null` all.
       * @example {
       *       "customer_no": "4711",
       *       "tariff": null
       *     }
       */
      attributes?: {
        [key: string]: string | null;
      } | null;
      /** @description The id of another agent of the subject; null for a direct connection. */
      via?: string | null;
    };
    ConnectorDescription: {
      id: number;
      type_id: string;
      name: string;
      description: string;
      logo: string;
      sample_instance_configuration: {
        connector_type_id: string;
        configuration: {
          [key: string]: unknown;
        };
      };
      sample_client_configuration: {
        connector_type_id: string;
      } & {
        [key: string]: unknown;
      };
      instance_configuration_schema: {
        [key: string]: unknown;
      };
      client_configuration_schema: {
        [key: string]: unknown;
      };
      connect: {
        /** @enum {string} */
        method: 'form' | 'oauth2';
        steps: {
          title: string;
          description: string;
          /** @enum {string} */
          when: 'before' | 'after';
          unless?: string;
        }[];
      };
      category?: string;
      /** @description Its texts in other languages, by language and text. */
      translations?: {
        [key: string]: {
          [key: string]: string;
        };
      };
    };
    ConnectorInstance: {
      /** Format: uuid */
      id: string;
      connector: components['schemas']['Reference'];
      clients: components['schemas']['Reference'][];
      /** @default 1 */
      clients_per_subject: number;
      /** @description JSON Schema of the configuration of its clients, where it says more than the type. */
      client_configuration_schema?: {
        [key: string]: unknown;
      };
      /**
       * @description How its clients are connected, where it and not the type says so.
       * @enum {string}
       */
      connect_method?: 'form' | 'oauth2';
    };
    /**
     * @example {
     *       "clients_per_subject": 3
     *     }
     */
    ConnectorInstancePatch: {
      /**
       * @description The members to change; null removes one.
       * @default {}
       */
      configuration?: {
        [key: string]: unknown;
      };
      /** @description How many clients a subject may have; if it is more than one, each needs a name. */
      clients_per_subject?: number;
    };
    /** @description What one poll has found, of which nothing was stored. */
    ConnectorTrial: {
      /** @enum {string} */
      status: 'STARTED' | 'ERROR';
      error?: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        detail: string;
        /** @enum {string} */
        remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration' | 'resume';
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
      };
      warnings: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        detail: string;
        connector_thing_id?: string;
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
        sweep?: {
          missing: number;
          found: number;
          /** Format: date-time */
          since: string;
          accepted_from: string | null;
        };
      }[];
      complete: boolean;
      found: number;
      devices: {
        title: string;
        description?: string;
        identifiers?: {
          type: string;
          value: string;
        }[];
        /** @default true */
        available: boolean;
        connector_thing_id: string;
        '@type'?: string[];
        properties: {
          [key: string]: {
            '@type'?: string | string[];
            title?: string;
            titles?: {
              [key: string]: string;
            };
            description?: string;
            descriptions?: {
              [key: string]: string;
            };
            /** @enum {string} */
            type?: 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'array' | 'null';
            /** @description Any JSON value. */
            const?: unknown;
            /** @description Any JSON value. */
            default?: unknown;
            unit?: string;
            enum?: unknown[];
            readOnly?: boolean;
            writeOnly?: boolean;
            format?: string;
            minItems?: number;
            maxItems?: number;
            required?: string[];
            minimum?: number;
            maximum?: number;
            exclusiveMinimum?: number;
            exclusiveMaximum?: number;
            multipleOf?: number;
            minLength?: number;
            maxLength?: number;
            pattern?: string;
            contentEncoding?: string;
            contentMediaType?: string;
            oneOf?: components['schemas']['DataSchema'][];
            items?: components['schemas']['DataSchema'] | components['schemas']['DataSchema'][];
            properties?: {
              [key: string]: components['schemas']['DataSchema'];
            };
            /** @enum {string} */
            role?: 'primary' | 'configuration' | 'diagnostic';
            /** @description Whether a write can say how long the change takes. */
            transition?: boolean;
            observable?: boolean;
            /** @description Any JSON value. */
            value?: unknown;
          } & {
            [key: string]: unknown;
          };
        };
        actions: {
          [key: string]: {
            '@type'?: string | string[];
            title?: string;
            titles?: {
              [key: string]: string;
            };
            description?: string;
            descriptions?: {
              [key: string]: string;
            };
            /** @enum {string} */
            role?: 'primary' | 'configuration' | 'diagnostic';
            input?: components['schemas']['DataSchema'];
            output?: components['schemas']['DataSchema'];
            safe?: boolean;
            idempotent?: boolean;
            synchronous?: boolean;
          } & {
            [key: string]: unknown;
          };
        };
        events: {
          [key: string]: {
            '@type'?: string | string[];
            title?: string;
            titles?: {
              [key: string]: string;
            };
            description?: string;
            descriptions?: {
              [key: string]: string;
            };
            /** @enum {string} */
            role?: 'primary' | 'configuration' | 'diagnostic';
            data?: components['schemas']['DataSchema'];
          } & {
            [key: string]: unknown;
          };
        };
      }[];
      requests: {
        /** Format: date-time */
        at: string;
        /** @enum {string} */
        protocol: 'http' | 'websocket' | 'mqtt' | 'modbus';
        method: string;
        address: string;
        duration_ms?: number;
        status?: number;
        sent?: {
          bytes: number;
          headers?: {
            [key: string]: string;
          };
          body?: string;
        };
        received?: {
          bytes: number;
          headers?: {
            [key: string]: string;
          };
          body?: string;
        };
        error?: string;
      }[];
      explanation?: {
        answers: {
          /** @description Its name in the description. */
          request: string;
          address?: string;
          status?: number;
          received?: {
            bytes: number;
            headers?: {
              [key: string]: string;
            };
            body?: string;
          };
          /** @description What `transform` makes of it. */
          transformed?: {
            bytes: number;
            body?: string;
          };
          /** @description Why there is none, or it is not used. */
          error?: string;
        }[];
        paths: {
          /** @description Where it is in the description, such as `devices[0].id`. */
          at: string;
          /** @description The path, expression or text there. */
          path: string;
          /** @description To how many values it was applied. */
          applied: number;
          /** @description How many values it found. */
          found: number;
          /** @description Of these, how many are no value. */
          unusable?: number;
          /** @description Some of them, as JSON. */
          sample: string[];
          /** @description Where nothing is found: the part of the path that exists, and members there. */
          existing?: {
            path: string;
            members: string[];
          };
        }[];
        /** @description Where it went no further first. */
        stopped?: {
          at: string;
          why: string;
        };
        /** @description Whether something was left out because it is too long. */
        is_cut: boolean;
      };
    };
    ConnectorType: {
      name: string;
      /** @default  */
      description: string;
      category?: string;
      /** @default [] */
      steps: {
        title: string;
        description: string;
        /** @enum {string} */
        when: 'before' | 'after';
      }[];
      /** @default {} */
      translations: {
        [key: string]: {
          [key: string]: string;
        };
      };
      type_id: string;
      version: number;
      /** Format: date-time */
      created: string;
      /** @description Its address; empty without one. */
      logo: string;
      connector: components['schemas']['Reference'];
      /** @description The description of the API without its secrets. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description JSON Pointers of the secrets that are stored. */
      secrets: string[];
    };
    /**
     * @example {
     *       "version": 1
     *     }
     */
    ConnectorTypePatch: {
      /** @description The retained version to use again. */
      version: number;
    };
    ConnectorTypeVersion: {
      version: number;
      /** Format: date-time */
      created: string;
      name: string;
      is_current: boolean;
    };
    CopiedEnvironment: {
      /** @description Those that descriptions define. */
      connector_types: components['schemas']['CopyOutcome'][];
      connector_instances: components['schemas']['CopyOutcome'][];
      /** @enum {string} */
      branding: 'copied' | 'exists' | 'none';
      /** @enum {string} */
      retention: 'copied' | 'exists' | 'none';
    };
    CopyOutcome: {
      connector_type_id: string;
      /**
       * @description `exists`: the environment has the same already, secrets aside. `differs`: it has another one, which only `replace` changes. `secrets_needed`: repeat the request with these secrets.
       * @enum {string}
       */
      status: 'copied' | 'exists' | 'differs' | 'replaced' | 'secrets_needed' | 'refused';
      /** @description JSON Pointers of the secrets to enter. */
      secrets?: string[];
      /** @description Why it was refused. */
      detail?: string;
    };
    Created: {
      /**
       * Format: uuid
       * @description The id of what was created.
       */
      id: string;
    };
    CreatedAgent: {
      /** Format: uuid */
      id: string;
      subject: components['schemas']['Reference'];
      name: string;
      /**
       * @description `unpaired` until it has proved its key with a pairing code, then `online` or `offline`.
       * @enum {string}
       */
      state: 'unpaired' | 'online' | 'offline';
      /**
       * Format: date-time
       * @description Since when it is in this state.
       */
      since: string;
      /** Format: date-time */
      pairing_expires?: string;
      /** @description SHA-256 of its public key (base64url), which the agent shows, too. */
      key?: string;
      report?: {
        version: string;
        platform: string;
        addresses: string[];
        /** Format: date-time */
        started: string;
        found: {
          type: string;
          name: string;
          address: string;
          port: number;
        }[];
      };
      /**
       * @description Present if its program is old: it is to be updated, and Trellis refuses it two major versions later.
       * @constant
       */
      outdated?: true;
      /** @description The round trip to it, measured last (ms). */
      round_trip_ms?: number;
      /** Format: date-time */
      created: string;
      /** Format: uri */
      href: string;
      pairing: components['schemas']['PairingCode'];
    };
    CreatedConnectorClient: {
      /**
       * Format: uuid
       * @description The id of the connector client.
       */
      client_id: string;
    };
    /** @description A data schema of the Thing Description 1.1. */
    DataSchema: {
      '@type'?: string | string[];
      title?: string;
      titles?: {
        [key: string]: string;
      };
      description?: string;
      descriptions?: {
        [key: string]: string;
      };
      /** @enum {string} */
      type?: 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'array' | 'null';
      /** @description Any JSON value. */
      const?: unknown;
      /** @description Any JSON value. */
      default?: unknown;
      unit?: string;
      enum?: unknown[];
      readOnly?: boolean;
      writeOnly?: boolean;
      format?: string;
      minItems?: number;
      maxItems?: number;
      required?: string[];
      minimum?: number;
      maximum?: number;
      exclusiveMinimum?: number;
      exclusiveMaximum?: number;
      multipleOf?: number;
      minLength?: number;
      maxLength?: number;
      pattern?: string;
      contentEncoding?: string;
      contentMediaType?: string;
      oneOf?: components['schemas']['DataSchema'][];
      items?: components['schemas']['DataSchema'] | components['schemas']['DataSchema'][];
      properties?: {
        [key: string]: components['schemas']['DataSchema'];
      };
    } & {
      [key: string]: unknown;
    };
    Debugging: {
      until: string | null;
    };
    Delivery: {
      /** Format: uuid */
      id: string;
      type: string;
      thing?: components['schemas']['Reference'];
      client?: components['schemas']['Reference'];
      interaction?: components['schemas']['Reference'];
      /** @description The name of the event of the thing, or of the requested action. */
      event?: string;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed';
      attempts: number;
      response_status?: number;
      error?: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      attempted?: string;
      /** Format: uri */
      href: string;
    };
    DeliveryWithPayload: {
      /** Format: uuid */
      id: string;
      type: string;
      thing?: components['schemas']['Reference'];
      client?: components['schemas']['Reference'];
      interaction?: components['schemas']['Reference'];
      /** @description The name of the event of the thing, or of the requested action. */
      event?: string;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed';
      attempts: number;
      response_status?: number;
      error?: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      attempted?: string;
      /** @description Any JSON value. */
      payload: unknown;
      last_attempts: {
        /**
         * Format: date-time
         * @description When it began.
         */
        at: string;
        /** @description Where the message was sent. */
        url: string;
        /** @description Until the answer was complete, or the attempt was given up. */
        duration_ms?: number;
        response_status?: number;
        error?: string;
        /** @description The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text. */
        answer?: {
          text: string;
          /** @description The `Content-Type` that the app states. */
          type?: string;
          /** @description Whether it is only the beginning. */
          cut: boolean;
        };
      }[];
      /** Format: uri */
      href: string;
    };
    Environment: {
      /** @description The claim `sub` of its access tokens. */
      id: string;
      name: string;
      /** Format: date-time */
      created: string;
      deletion?: {
        /** Format: date-time */
        requested: string;
        /** Format: date-time */
        erases: string;
      };
    };
    /**
     * @example {
     *       "from": "0191e7a4-91f2-7d2a-b8a5-2f3c5a1de001",
     *       "secrets": {
     *         "netatmo": {
     *           "client_secret": "the secret"
     *         }
     *       }
     *     }
     */
    EnvironmentCopy: {
      /** @description The id of the environment to copy from. */
      from: string;
      /**
       * @description The secrets of configurations, by `connector_type_id`.
       * @default {}
       */
      secrets?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      /**
       * @description Changes connector types and instances that differ; their own secrets stay.
       * @default false
       */
      replace?: boolean;
    };
    EnvironmentToken: {
      access_token: string;
      /** @constant */
      token_type: 'Bearer';
      expires_in: number;
      scope: string;
    };
    EnvironmentUsage: {
      /**
       * Format: date
       * @description The day (UTC), if figures are grouped by it.
       */
      day?: string;
      /** @description Absent for what belongs to no connector: things of apps, units, and messages. */
      connector_type_id?: string;
      /** @description `erased:…` for a subject that was erased; absent for none. */
      subject?: string;
      /** @description The connector clients that did something, on the day that had most. */
      clients: number;
      /** @description The most things that these clients and subjects had on one day. */
      things: number;
      /** @description Polls of remote technologies, also those that failed. */
      polls: number;
      /** @description Writes and actions that were carried out. */
      writes: number;
      /** @description Changes and events in `GET /changes` and `GET /events`. */
      events: number;
      /** @description Messages that callbacks and subscriptions accepted. */
      deliveries: number;
      /** @description The size of the values in the events, as JSON. */
      bytes: number;
      /**
       * @description A day has not ended, or is not counted to its end.
       * @constant
       */
      partial?: true;
      /** @description The id of the environment. */
      environment: string;
    };
    Erasure: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: 'scheduled' | 'running' | 'completed';
      /** @description Present while it is running. */
      subject?: components['schemas']['Reference'];
      /** Format: date-time */
      requested: string;
      /** Format: date-time */
      ended?: string;
      /** @description The connector clients that are still to be removed. */
      clients_left: number;
      /** @description How many of each kind were deleted or changed so far. */
      erased: {
        [key: string]: number;
      };
      /** @description Why the last attempt failed; it is repeated. */
      last_error?: {
        code: string;
        detail: string;
        /** Format: date-time */
        at: string;
      };
      /** Format: uri */
      href: string;
      /** @description Once it is completed: a JSON Web Signature (compact, EdDSA) of its id, times and counts. Verify it with the keys at `/api/v1/erasures/keys`. */
      receipt?: string;
    };
    EventsTicket: {
      ticket: string;
      /**
       * Format: uri
       * @description The stream, with the ticket.
       */
      href: string;
      /** @description Seconds in which a stream can be opened. */
      expires_in: number;
    };
    HistoricInterval: {
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** @description The share of the interval in which the value was known, 0 to 1. */
      coverage: number;
      /** @description How many values began in the interval. */
      count?: number;
      min?: number;
      max?: number;
      /** @description Weighted by time. */
      mean?: number;
      /** @description The value that was known last in the interval. */
      last?: unknown;
      /** @description The shares of values other than numbers of the time that is known. */
      shares?: {
        /** @description Any JSON value. */
        value: unknown;
        share: number;
      }[];
    };
    HistoricSeries: {
      thing: components['schemas']['Reference'];
      intervals: components['schemas']['HistoricInterval'][];
    };
    HistoricValue: {
      /**
       * Format: date-time
       * @description When the property came to have the value.
       */
      time: string;
      /**
       * Format: date-time
       * @description When it had it no more; left out while it has it.
       */
      until?: string;
      /** @description The value; left out of a time in which it was not known. */
      value?: unknown;
    };
    InstanceActivity: {
      /** @description The last 24 hours. The last one ends with the ten minutes that have begun. */
      hours: {
        /**
         * Format: date-time
         * @description When the hour begins.
         */
        from: string;
        /** @description Polls that the technology answered, or that failed. */
        polls: number;
        /** @description Those that failed. */
        failed_polls: number;
        /** @description Those that began more than a minute after they were due. */
        late_polls: number;
        /** @description How long after it was due a poll began at most. */
        max_lateness_seconds: number;
        /** @description How long a poll took on average. */
        mean_duration_seconds: number;
        /** @description How long a poll took at most. */
        max_duration_seconds: number;
      }[];
    };
    Interaction: {
      /** Format: uuid */
      id: string;
      thing: components['schemas']['Reference'];
      /** @enum {string} */
      operation: 'writeproperty' | 'writemultipleproperties' | 'invokeaction';
      name?: string;
      /** @enum {string} */
      status: 'pending' | 'completed' | 'failed' | 'cancelled';
      /** @description Any JSON value. */
      output?: unknown;
      problem?: components['schemas']['Problem'];
      /** Format: date-time */
      requested: string;
      /** Format: date-time */
      queued_until?: string;
      /** Format: date-time */
      ended?: string;
      /** Format: uri */
      href: string;
    };
    /** @description A write or an action of many things. */
    InteractionBatch: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      operation: 'writeproperty' | 'writemultipleproperties' | 'invokeaction';
      name?: string;
      /** @enum {string} */
      status: 'pending' | 'completed' | 'cancelled';
      progress: {
        pending: number;
        running: number;
        completed: number;
        failed: number;
        cancelled: number;
      };
      /** Format: date-time */
      requested: string;
      /** Format: date-time */
      expires: string;
      /** Format: date-time */
      ended?: string;
      /** Format: uri */
      href: string;
      results: components['schemas']['Reference'];
    };
    InteractionBatchPreview: {
      things: {
        thing: components['schemas']['Reference'];
        /** @description The reason why it would be refused. */
        problem?: components['schemas']['Problem'];
      }[];
    };
    /** @description What has become of one thing of a batch. */
    InteractionBatchResult: {
      /** Format: uuid */
      id: string;
      thing: components['schemas']['Reference'];
      /** @description Any JSON value. */
      output?: unknown;
      problem?: components['schemas']['Problem'];
      /** Format: date-time */
      ended?: string;
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
      /** Format: uri */
      href: string;
    };
    Invitation: {
      /** Format: uuid */
      id: string;
      email: string;
      /** @enum {string} */
      role: 'owner' | 'developer' | 'support' | 'viewer';
      invited_by?: string;
      /** Format: date-time */
      expires: string;
      /**
       * Format: password
       * @description The page that accepts it, unless it was sent; shown only now.
       */
      readonly link?: string;
    };
    /** @description The quotas of an account. */
    Limits: {
      quotas: components['schemas']['Quota'][];
    };
    /**
     * @example {
     *       "id": "0b6fbd0a-6f8c-4a5c-9a53-1a4b7c6e2d10"
     *     }
     */
    Link: {
      /** @description The id, in any form that answers show. */
      id: string;
    };
    ListedConnectorClient: {
      /** Format: uuid */
      id: string;
      instance: components['schemas']['Reference'];
      connector: components['schemas']['Reference'];
      subject: components['schemas']['Reference'];
      name?: string;
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
      /** @description Whose it is at the vendor, as far as that is known: of an account, a bridge or a home. */
      account?: {
        id?: string;
        name?: string;
      };
      /**
       * Format: uuid
       * @description The agent through which its technology is reached, in the network of that agent.
       */
      via?: string;
      /** @enum {string} */
      status: 'STARTING' | 'STARTED' | 'ERROR';
      error?: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        detail: string;
        /** Format: date-time */
        since: string;
        /** @enum {string} */
        remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration' | 'resume';
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
      };
      connection?: {
        /** @enum {string} */
        state: 'connecting' | 'connected' | 'disconnected' | 'agent_offline';
        /** Format: date-time */
        since: string;
      };
      last_polled: string | null;
      next_poll: string | null;
      failures?: number;
      retry_in?: number;
      paused?: {
        /** Format: date-time */
        since: string;
        reason?: string;
      };
      /** @description How many warnings it has. */
      warnings: number;
      /** @description How many things it has created; 1000 means that many or more. */
      things: number;
      /** @description Whether its subject has to authorize it: `authorization` of the client says where. */
      awaits_authorization: boolean;
      removal?: {
        /** Format: date-time */
        since: string;
        attempts: number;
        last_error?: {
          code: string;
          detail: string;
          /** Format: date-time */
          at: string;
        };
      };
      /** Format: uri */
      href: string;
    };
    ListedConnectorType: {
      name: string;
      /** @default  */
      description: string;
      category?: string;
      /** @default [] */
      steps: {
        title: string;
        description: string;
        /** @enum {string} */
        when: 'before' | 'after';
      }[];
      /** @default {} */
      translations: {
        [key: string]: {
          [key: string]: string;
        };
      };
      type_id: string;
      version: number;
      /** Format: date-time */
      created: string;
      /** @description Its address; empty without one. */
      logo: string;
      connector: components['schemas']['Reference'];
    };
    ListedUnit: {
      /** Format: uuid */
      id: string;
      /** Format: uri */
      href: string;
      name: string;
      type: string;
      /** @description Units directly in it that the caller sees; 100 means that many or more. */
      children: number;
      /** @description Things directly in it that the caller sees; 100 means that many or more. */
      things: number;
    };
    LogbookCause: {
      /**
       * @description `reported`: by the device itself; `client`: that all things of the client are or were unknown; else who requested it: an app, an end user with a token of their own, or a bulk command of either.
       * @enum {string}
       */
      type: 'reported' | 'client' | 'app' | 'subject' | 'batch' | 'unknown';
      /** @description The id of the app. */
      app?: string;
      /** @description The e-mail address of the person who used it; not for end users. */
      person?: string;
      /** @description The end user. */
      subject?: string;
      /** @description `X-Request-Id` of the request. */
      request_id?: string;
      /** @description The id of the bulk command. */
      batch?: string;
      /** @description The id of the scene that it restored. */
      scene?: string;
    };
    LogbookEntry: {
      id: string;
      /** Format: date-time */
      time: string;
      /** @enum {string} */
      kind:
        | 'property_changed'
        | 'target_changed'
        | 'thing_event'
        | 'availability_changed'
        | 'device_replaced'
        | 'device_restored';
      /** @description The name of the property. */
      property?: string;
      /** @description The name of the event. */
      event?: string;
      /** @description Left out where it was not known, or takes more than 1 KiB. Of the availability: `available`, `unavailable` or `unknown`. */
      previous?: unknown;
      /** @description The new value; of a target the requested one. Of the availability: `available`, `unavailable` or `unknown`. */
      value?: unknown;
      /** @description What became of a target. The change of the property shows that it was confirmed. */
      status?: ('queued' | 'pending' | 'unconfirmed') | 'withdrawn';
      /** @description Why the availability is unknown. */
      code?: string;
      /** @description What the event carries. */
      data?: unknown;
      /**
       * Format: date-time
       * @description When the event happened.
       */
      occurred_at?: string;
      /** @description The id of the thing that had the other device. */
      with?: string;
      cause: components['schemas']['LogbookCause'];
    };
    McpClient: {
      /** Format: uuid */
      id: string;
      /** @description As it calls itself. */
      name: string;
      /** @description Where the browser went after it was authorized. */
      redirect_host: string;
      environment: {
        id: string;
        name: string;
      };
      organization: {
        /** Format: uuid */
        id: string;
        name: string;
      };
      /** @description Those of its access tokens, as far as the role of the person has them. */
      scopes: string[];
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      last_used: string;
      /**
       * Format: date-time
       * @description When it ends, unless it is used before.
       */
      expires: string;
    };
    /** @description Who wants to act as the person, where, and how far. */
    McpClientRequest: {
      /** @description As it calls itself. */
      name: string;
      /** @description The host of its client id, if that is the address of its description. */
      described_at?: string;
      /** @description Where the browser goes with the answer. */
      redirect_host: string;
      /** @description Whether that is this computer. */
      is_local: boolean;
      /**
       * Format: uri
       * @description The address with which the browser denies the request.
       */
      denied: string;
      environments: {
        id: string;
        name: string;
        organization: string;
        /** @description Those that the app wants and the role has. */
        scopes: string[];
      }[];
    };
    Member: {
      id: string;
      email: string;
      name: string;
      /** @enum {string} */
      role: 'owner' | 'developer' | 'support' | 'viewer';
      /** @description Whether signing in takes a second step, or a passkey. */
      two_factor: boolean;
      /** Format: date-time */
      created: string;
    };
    /** @description An import of a model of a building. */
    ModelImport: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
      replace: boolean;
      /** @description The first 200 units that were not stored, with the reasons. */
      failures: {
        iri: string;
        problem: components['schemas']['Problem'];
      }[];
      /** @description Why the import has failed; send the model again. */
      problem?: components['schemas']['Problem'];
      /** Format: date-time */
      requested: string;
      /** Format: date-time */
      ended?: string;
      /** Format: uri */
      href: string;
      dry_run: boolean;
      /** @description Absent until the model has been read. */
      progress?: {
        /** @description Units of the model. */
        units: number;
        created: number;
        updated: number;
        unchanged: number;
        failed: number;
        statements: number;
        links: {
          added: number;
          removed: number;
        };
        properties: {
          added: number;
          changed: number;
          removed: number;
        };
        points: {
          matched: number;
          unmatched: number;
        };
        /** @description Parts of the model that could not be mapped. */
        unmapped: {
          /** @description One of unknown_class, cycle, unknown_node, unmatched_point, other_node, invalid_iri, unsupported_statement. */
          reason: string;
          /** @description The class or the predicate. */
          term?: string;
          count: number;
          /** @description The first node that it is about. */
          example: string;
        }[];
      };
    };
    NewAgent: {
      name: string;
    };
    /**
     * @example {
     *       "name": "Customers are offline",
     *       "condition": {
     *         "kind": "client_error",
     *         "minutes": 15
     *       },
     *       "email": [
     *         "support@app.example"
     *       ],
     *       "repeat_minutes": 240
     *     }
     */
    NewAlert: {
      /** @description As messages and the console show it. */
      name: string;
      /** @description When it fires. */
      condition:
        | {
            /** @constant */
            kind: 'client_error';
            /** @description How long the client has been failing. */
            minutes: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
            /** @description Only this connector client. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'clients_failing';
            /** @description More than this share of the clients of an instance fails. */
            percent: number;
            /**
             * @description Only clients that have been failing this long count.
             * @default 0
             */
            minutes?: number;
            /** @description Only clients of this connector instance. */
            instance?: string;
          }
        | {
            /** @constant */
            kind: 'deliveries_failing';
            /** @description How long messages have not been accepted. */
            minutes: number;
          }
        | {
            /** @constant */
            kind: 'thing_unavailable';
            /** @description How long it has been away. */
            hours: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'thing_silent';
            /** @description How long nothing was heard of it, not even an unchanged value. */
            minutes: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'battery_low';
            /** @description `battery` is below this, or `battery_low` is true. */
            percent: number;
            /** @description Only these things. */
            things?: string[];
            /** @description Only things in the list of this subject. */
            subject?: string;
            /** @description Only things that this connector client made. */
            client?: string;
          }
        | {
            /** @constant */
            kind: 'quota_used';
            /** @description More than this share is used. */
            percent: number;
            /** @enum {string} */
            quota?:
              | 'units'
              | 'things'
              | 'scenes'
              | 'history_values'
              | 'connector_instances'
              | 'connector_types'
              | 'connector_clients'
              | 'pending_interactions'
              | 'callbacks'
              | 'subscriptions'
              | 'alert_rules'
              | 'agents'
              | 'apps';
          }
        | {
            /** @constant */
            kind: 'authorization_ends';
            /** @description It ends within this time. */
            days: number;
          }
        | {
            /** @constant */
            kind: 'agent_offline';
            /** @description How long the agent has not been connected. */
            minutes: number;
            /** @description Only agents of this subject. */
            subject?: string;
          };
      /** @description Addresses to which e-mails are sent; only if the installation has a mail server. */
      email?: string[];
      /**
       * Format: uri
       * @description Where messages are posted, signed as Standard Webhooks.
       */
      webhook?: string;
      /**
       * Format: uri
       * @description The address of a Slack-compatible incoming webhook. It is a secret: answers show its origin.
       */
      slack?: string;
      /**
       * @description How long to wait for more before a message is sent, and at least between two messages.
       * @default 60
       */
      group_seconds?: number;
      /**
       * @description How many of what fires a message lists.
       * @default 10
       */
      list_first?: number;
      /**
       * @description After how long a message is repeated while something fires; null for never.
       * @default null
       */
      repeat_minutes?: number | null;
      /**
       * @description Whether to tell that something works again.
       * @default true
       */
      recovery?: boolean;
      /**
       * @description Until when nothing is sent; null if it is not silenced.
       * @default null
       */
      silenced_until?: string | null;
    };
    /**
     * @example {
     *       "name": "Dashboard",
     *       "scopes": [
     *         "svc.things.read"
     *       ]
     *     }
     */
    NewApp: {
      name: string;
      /** @description None that the access token does not have. */
      scopes: (
        | 'svc.connector'
        | 'svc.connector.read'
        | 'svc.connector.pause'
        | 'svc.units.admin'
        | 'svc.units.read'
        | 'svc.things.read'
        | 'svc.things.admin'
        | 'svc.things.act'
        | 'svc.audit.read'
        | 'svc.apps.admin'
      )[];
      /** @description Origins of web pages that may read answers to its access tokens. */
      allowed_origins?: string[];
    };
    NewAppSecret: {
      /** @description For how long the secret before it is accepted as well; a day by default. */
      overlap_seconds?: number;
    };
    /**
     * @example {
     *       "url": "https://app.example/trellis",
     *       "events": [
     *         "client_status_changed"
     *       ]
     *     }
     */
    NewCallback: {
      /**
       * Format: uri
       * @description Where messages are posted.
       */
      url: string;
      /** @description The events that the app subscribes to. */
      events?: (
        | 'thing_created'
        | 'thing_deleted'
        | 'thing_event'
        | 'client_status_changed'
        | 'client_deleted'
        | 'batch_ended'
      )[];
      /**
       * @description Makes a new secret; both sign for a day.
       * @default false
       */
      rotate_secret?: boolean;
    };
    NewConnectBranding: {
      /** @description The name of the app, as its end users know it. */
      name: string;
      /** @description Of buttons and links; made darker or lighter where it could not be read. */
      color?: string;
    };
    /**
     * @example {
     *       "connector_type_id": "simulator",
     *       "configuration": {
     *         "application_key": "any text"
     *       }
     *     }
     */
    NewConnectClient: {
      /** @description The `type_id` of a connector description, its number or its `href`. */
      connector_type_id: string;
      /** @description Depends on the type; its description has a sample and a JSON Schema. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description Tells it from other clients of the subject, if there can be several. */
      name?: string;
      /** @description The id of an agent of the subject. */
      via?: string;
    };
    /**
     * @example {
     *       "types": [
     *         "mqtt-discovery",
     *         "philips-hue"
     *       ],
     *       "language": "en"
     *     }
     */
    NewConnectSession: {
      /** @description The connector types to offer; all that there are instances of. */
      types?: string[];
      /** @description The same by instances. */
      instances?: string[];
      /** @description A client of the subject, to correct or to authorize again. */
      client?: string;
      /**
       * Format: uri
       * @description Where the end user goes in the end, at an origin that the app lists.
       */
      return_url?: string;
      /**
       * @description Who the end user is, as the page shows it: who has got the link of somebody else notices.
       * @example Ada
       */
      subject_name?: string;
      /**
       * @description That of the page; by default that of the browser.
       * @enum {string}
       */
      language?: 'en' | 'de';
      /**
       * @description Seconds.
       * @default 1800
       */
      expires_in?: number;
    };
    /**
     * @example {
     *       "connector_type_id": "simulator",
     *       "configuration": {
     *         "application_key": "any text"
     *       }
     *     }
     */
    NewConnectorClient: {
      /** @description The `type_id` of a connector description, its number or its `href`. */
      connector_type_id: string;
      /** @description Depends on the type; its description has a sample and a JSON Schema. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description Tells it from other clients of the subject, if there can be several. */
      name?: string;
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
      /** @description The id of an agent of the subject. */
      via?: string;
    };
    /**
     * @example {
     *       "connector_type_id": "simulator",
     *       "configuration": {
     *         "application_key": "any text"
     *       }
     *     }
     */
    NewConnectorInstance: {
      /** @description The `type_id` of a connector description, its number or its `href`. */
      connector_type_id: string;
      /** @description Depends on the type; its description has a sample and a JSON Schema. */
      configuration: {
        [key: string]: unknown;
      };
      /**
       * @description How many clients a subject may have; if it is more than one, each needs a name.
       * @default 1
       */
      clients_per_subject?: number;
    };
    /**
     * @example {
     *       "connector_type_id": "simulator",
     *       "instance_configuration": {
     *         "application_key": "any text"
     *       },
     *       "client_configuration": {
     *         "devices": 5
     *       }
     *     }
     */
    NewConnectorTrial: {
      /** @description The `type_id` of a connector description, its number or its `href`. */
      connector_type_id: string;
      instance_configuration: {
        [key: string]: unknown;
      };
      client_configuration: {
        [key: string]: unknown;
      };
      /**
       * Format: uuid
       * @description The id of an agent, through which it is polled.
       */
      via?: string;
      /** @description Answers in place of requests. With them nothing is sent, and no credentials are needed. */
      answers?: {
        /** @description The name of the request in the description; any if left out. */
        request?: string;
        /** @description The URL that is answered, or its path and query. Without it, one request is. */
        url?: string;
        /** @default 200 */
        status?: number;
        headers?: {
          [key: string]: string;
        };
        /** @description JSON, or the whole body as a text. */
        body?: unknown;
      }[];
    };
    /**
     * @example {
     *       "type_id": "x-solaredge",
     *       "name": "SolarEdge",
     *       "description": "Inverters of SolarEdge.",
     *       "category": "energy",
     *       "translations": {
     *         "de": {
     *           "Inverters of SolarEdge.": "Wechselrichter von SolarEdge."
     *         }
     *       },
     *       "configuration": {
     *         "base_url": "https://monitoringapi.solaredge.com",
     *         "parameters": {
     *           "site": {
     *             "title": "Site"
     *           },
     *           "api_key": {
     *             "title": "API key",
     *             "secret": true
     *           }
     *         },
     *         "authentication": {
     *           "scheme": "api_key",
     *           "in": "query",
     *           "name": "api_key",
     *           "key": "{api_key}"
     *         },
     *         "requests": {
     *           "overview": {
     *             "path": "/site/{site}/overview"
     *           }
     *         },
     *         "devices": [
     *           {
     *             "request": "overview",
     *             "entities": "$.overview",
     *             "id": "{site}",
     *             "properties": [
     *               {
     *                 "capability": "power",
     *                 "value": "$.currentPower.power"
     *               }
     *             ]
     *           }
     *         ]
     *       }
     *     }
     */
    NewConnectorType: {
      /** @description As developers and end users see it. */
      name: string;
      /**
       * @description What it connects.
       * @default
       */
      description?: string;
      /** @description A kind of your own, such as `energy`. */
      category?: string;
      /** @description What an end user has to do `before` filling in the form or `after`, such as finding a key. */
      steps?: {
        title: string;
        description: string;
        /** @enum {string} */
        when: 'before' | 'after';
      }[];
      /**
       * @description Translations of these texts, and of titles and descriptions of parameters, by language and text.
       * @default {}
       */
      translations?: {
        [key: string]: {
          [key: string]: string;
        };
      };
      /** @description The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of end users. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description Its `connector_type_id`, which never changes. */
      type_id: string;
    };
    /**
     * @example {
     *       "name": "SolarEdge",
     *       "description": "Inverters of SolarEdge.",
     *       "category": "energy",
     *       "translations": {
     *         "de": {
     *           "Inverters of SolarEdge.": "Wechselrichter von SolarEdge."
     *         }
     *       },
     *       "configuration": {
     *         "base_url": "https://monitoringapi.solaredge.com",
     *         "parameters": {
     *           "site": {
     *             "title": "Site"
     *           },
     *           "api_key": {
     *             "title": "API key",
     *             "secret": true
     *           }
     *         },
     *         "authentication": {
     *           "scheme": "api_key",
     *           "in": "query",
     *           "name": "api_key",
     *           "key": "{api_key}"
     *         },
     *         "requests": {
     *           "overview": {
     *             "path": "/site/{site}/overview"
     *           }
     *         },
     *         "devices": [
     *           {
     *             "request": "overview",
     *             "entities": "$.overview",
     *             "id": "{site}",
     *             "properties": [
     *               {
     *                 "capability": "power",
     *                 "value": "$.currentPower.power"
     *               }
     *             ]
     *           }
     *         ]
     *       }
     *     }
     */
    NewConnectorTypeVersion: {
      /** @description As developers and end users see it. */
      name: string;
      /**
       * @description What it connects.
       * @default
       */
      description?: string;
      /** @description A kind of your own, such as `energy`. */
      category?: string;
      /** @description What an end user has to do `before` filling in the form or `after`, such as finding a key. */
      steps?: {
        title: string;
        description: string;
        /** @enum {string} */
        when: 'before' | 'after';
      }[];
      /**
       * @description Translations of these texts, and of titles and descriptions of parameters, by language and text.
       * @default {}
       */
      translations?: {
        [key: string]: {
          [key: string]: string;
        };
      };
      /** @description The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of end users. */
      configuration: {
        [key: string]: unknown;
      };
    };
    /**
     * @example {
     *       "select": {
     *         "capability": "switch"
     *       },
     *       "property": "on",
     *       "value": false
     *     }
     */
    NewInteractionBatch: {
      select: {
        /** @description Only things with this `@type`. */
        type?: string;
        /**
         * @description Only things with this capability.
         * @enum {string}
         */
        capability?:
          | 'light'
          | 'switch'
          | 'plug'
          | 'thermostat'
          | 'cover'
          | 'lock'
          | 'fan'
          | 'button'
          | 'temperature'
          | 'humidity'
          | 'pressure'
          | 'carbon_dioxide'
          | 'particulate_matter'
          | 'noise'
          | 'illuminance'
          | 'power'
          | 'energy'
          | 'voltage'
          | 'current'
          | 'frequency'
          | 'wind_speed'
          | 'rain'
          | 'battery'
          | 'battery_low'
          | 'motion'
          | 'occupancy'
          | 'open'
          | 'smoke'
          | 'leak'
          | 'gas'
          | 'vibration'
          | 'tamper';
        /** @description Only things that are available, or that are not. */
        available?: boolean;
        /** @description Only things in the list of this subject. */
        subject?: string;
        /** @description Only things that this connector client created. */
        client?: string;
        /** @description Only things that the vendor's id, a serial number or a MAC address identifies, in any notation. */
        identifier?: string;
        /**
         * @description Only those with these attributes, all of them: `attributes[customer_no]=4711`. Not for tokens that are bound to a subject.
         * @example {
         *       "customer_no": "4711"
         *     }
         */
        attributes?: {
          [key: string]: string;
        };
        /** @description An expression in RSQL, such as `type==Light;values.on==true`. */
        q?: string;
        /** @description The unit that it is in directly. */
        in?: string;
        /** @description A unit that it is in, or that is anywhere above. */
        below?: string;
        /** @description Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first. */
        search?: string;
        /**
         * @description The field by which the list is sorted; with `-` in descending order.
         * @enum {string}
         */
        sort?: 'title' | '-title' | 'created' | '-created';
        /** @description These things, in place of conditions. */
        things?: string[];
      };
      /** @description The property to write. */
      property?: string;
      /** @description Any JSON value. */
      value?: unknown;
      /** @description Several properties to write, with their values. */
      properties?: {
        [key: string]: unknown;
      };
      /** @description How long the change takes (s), of properties with `transition`; others change at once. */
      transition?: number;
      /** @description The action to invoke. */
      action?: string;
      /** @description Any JSON value. */
      input?: unknown;
      /**
       * Format: date-time
       * @description What has not begun by then fails; within the hour, in ten minutes by default.
       */
      expires?: string;
    };
    NewInvitation: {
      /** Format: email */
      email: string;
      /**
       * @description `owner`: Everything, including members and environments. `developer`: Everything inside environments. `support`: Reads everything, including the activity and the audit log; pauses and resumes clients. `viewer`: Reads things, units and connector clients.
       * @enum {string}
       */
      role: 'owner' | 'developer' | 'support' | 'viewer';
      /**
       * @description Whether to send the link by e-mail; then nobody else sees it.
       * @default false
       */
      send?: boolean;
    };
    NewLinks: {
      items: {
        unit: string;
        parent: string;
      }[];
    };
    NewMcpClient: {
      /**
       * @description `code`.
       * @constant
       */
      response_type: 'code';
      /** @description That of the app. */
      client_id: string;
      /** @description An address that the app has registered. */
      redirect_uri: string;
      /** @description The SHA-256 (base64url) of the verifier. */
      code_challenge: string;
      /**
       * @description `S256`.
       * @constant
       */
      code_challenge_method: 'S256';
      /** @description Sent back with the answer. */
      state?: string;
      /** @description The scopes that the app wants; those of the tools by default. */
      scope?: string;
      /** @description The address of `/mcp`, if any. */
      resource?: string;
      environment: string;
    };
    /**
     * @example {
     *       "on": true,
     *       "brightness": 40
     *     }
     */
    NewPropertyValues: {
      [key: string]: unknown;
    };
    NewRedelivery: {
      /**
       * @description Only these.
       * @enum {string}
       */
      status?: 'pending' | 'delivered' | 'failed';
      /** @description Messages of this type. */
      type?: string;
      /** @description Messages about this thing. */
      thing?: string;
      /**
       * Format: date-time
       * @description Messages of this time and later ones.
       */
      from?: string;
      /**
       * Format: date-time
       * @description Messages before this time.
       */
      to?: string;
      /** @description Messages to which the app last answered so: a status, a class such as `5xx`, or `none` without an answer. */
      response_status?: string;
      /** @description Messages whose last error has this text. */
      error?: string;
      /** @description Messages with this text in an error, an answer or an address of their last ten attempts, whatever its case. */
      search?: string;
    };
    /**
     * @example {
     *       "name": "Evening"
     *     }
     */
    NewScene: {
      name: string;
    };
    /**
     * @example {
     *       "match": {
     *         "capability": "temperature",
     *         "value": {
     *           "property": "temperature",
     *           "above": 28
     *         }
     *       },
     *       "url": "https://app.example/hot"
     *     }
     */
    NewSubscription: {
      /** @description Which events: those that meet every condition. */
      match: {
        /** @description Of these things. */
        things?: string[];
        /** @description Of things with this `@type`. */
        type?: string;
        /**
         * @description Of things with this capability.
         * @enum {string}
         */
        capability?:
          | 'light'
          | 'switch'
          | 'plug'
          | 'thermostat'
          | 'cover'
          | 'lock'
          | 'fan'
          | 'button'
          | 'temperature'
          | 'humidity'
          | 'pressure'
          | 'carbon_dioxide'
          | 'particulate_matter'
          | 'noise'
          | 'illuminance'
          | 'power'
          | 'energy'
          | 'voltage'
          | 'current'
          | 'frequency'
          | 'wind_speed'
          | 'rain'
          | 'battery'
          | 'battery_low'
          | 'motion'
          | 'occupancy'
          | 'open'
          | 'smoke'
          | 'leak'
          | 'gas'
          | 'vibration'
          | 'tamper';
        /** @description Of things in the list of this subject. */
        subject?: string;
        /** @description Of things that this connector client created. */
        client?: string;
        /** @description Of things that are directly in this unit. */
        in?: string;
        /** @description Of things in this unit or anywhere below it. */
        below?: string;
        /** @description These kinds of events. */
        events?: (
          | 'thing_created'
          | 'thing_updated'
          | 'thing_deleted'
          | 'property_changed'
          | 'target_changed'
          | 'thing_event'
          | 'client_status_changed'
          | 'client_deleted'
        )[];
        /** @description Only changes of values by which this condition begins or ends. */
        value?: {
          /** @description The name of the property. */
          property: string;
          above?: number;
          below?: number;
          /** @description Any JSON value. */
          equals?: unknown;
          /**
           * @description Reports each new value.
           * @constant
           */
          changed?: true;
          /** @description How far a value must return beyond `above` or `below` before the condition ends. */
          hysteresis?: number;
          /** @description Whether to report that the condition begins, ends, or both. */
          when?: ('begins' | 'ends')[];
        };
      };
      /**
       * Format: uri
       * @description Where messages are posted. Without one, events are read as a stream.
       */
      url?: string;
      /** @description The position after which messages begin: a `cursor`, or the id of an event; the present one by default. */
      from?: string;
    };
    /**
     * @example {
     *       "title": "Letter box",
     *       "properties": {
     *         "full": {
     *           "type": "boolean",
     *           "readOnly": true,
     *           "value": false
     *         }
     *       }
     *     }
     */
    NewThing: {
      title: string;
      description?: string;
      properties?: {
        [key: string]: {
          '@type'?: string | string[];
          title?: string;
          titles?: {
            [key: string]: string;
          };
          description?: string;
          descriptions?: {
            [key: string]: string;
          };
          /** @enum {string} */
          type?: 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'array' | 'null';
          /** @description Any JSON value. */
          const?: unknown;
          /** @description Any JSON value. */
          default?: unknown;
          unit?: string;
          enum?: unknown[];
          readOnly?: boolean;
          writeOnly?: boolean;
          format?: string;
          minItems?: number;
          maxItems?: number;
          required?: string[];
          minimum?: number;
          maximum?: number;
          exclusiveMinimum?: number;
          exclusiveMaximum?: number;
          multipleOf?: number;
          minLength?: number;
          maxLength?: number;
          pattern?: string;
          contentEncoding?: string;
          contentMediaType?: string;
          oneOf?: components['schemas']['DataSchema'][];
          items?: components['schemas']['DataSchema'] | components['schemas']['DataSchema'][];
          properties?: {
            [key: string]: components['schemas']['DataSchema'];
          };
          /** @enum {string} */
          role?: 'primary' | 'configuration' | 'diagnostic';
          /** @description Whether a write can say how long the change takes. */
          transition?: boolean;
          observable?: boolean;
          /** @description Any JSON value. */
          value?: unknown;
        } & {
          [key: string]: unknown;
        };
      };
      actions?: {
        [key: string]: {
          '@type'?: string | string[];
          title?: string;
          titles?: {
            [key: string]: string;
          };
          description?: string;
          descriptions?: {
            [key: string]: string;
          };
          /** @enum {string} */
          role?: 'primary' | 'configuration' | 'diagnostic';
          input?: components['schemas']['DataSchema'];
          output?: components['schemas']['DataSchema'];
          safe?: boolean;
          idempotent?: boolean;
          synchronous?: boolean;
        } & {
          [key: string]: unknown;
        };
      };
      /** @description What kind of thing it is, such as `Light`. */
      '@type'?: string | string[];
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "name": "Kitchen",
     *       "type": "room",
     *       "properties": [
     *         {
     *           "name": "floor",
     *           "value": 2
     *         }
     *       ]
     *     }
     */
    NewUnit: {
      name: string;
      type: string;
      properties?: components['schemas']['NewUnitProperty'][];
    };
    /**
     * @example {
     *       "name": "floor",
     *       "value": 2
     *     }
     */
    NewUnitProperty: {
      name: string;
      /** @description Any JSON value. */
      value: unknown;
    };
    NewUnits: {
      items: components['schemas']['NewUnit'][];
    };
    OpenConnectSession: {
      /** Format: uuid */
      id: string;
      subject: components['schemas']['Reference'];
      /** @description The client id of the app that has created it. */
      app: string;
      /** @description The connector types that it offers; or all. */
      types?: string[];
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      expires_at: string;
      /** @description The client that it is about. */
      client?: components['schemas']['Reference'];
    };
    OpenedInvitation: {
      /** Format: uuid */
      id: string;
      email: string;
      /** @enum {string} */
      role: 'owner' | 'developer' | 'support' | 'viewer';
      invited_by?: string;
      /** Format: date-time */
      expires: string;
      organization: string;
      /** @description Whether somebody has signed up with the address. */
      has_account: boolean;
    };
    Organization: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      role: 'owner' | 'developer' | 'support' | 'viewer';
      environments: {
        id: string;
        name: string;
        /** Format: date-time */
        created: string;
        deletion?: {
          /** Format: date-time */
          requested: string;
          /** Format: date-time */
          erases: string;
        };
      }[];
      requires_two_factor: boolean;
      /** Format: date-time */
      created: string;
      deletion?: {
        /** Format: date-time */
        requested: string;
        /** Format: date-time */
        erases: string;
      };
    };
    /**
     * @example {
     *       "requires_two_factor": true
     *     }
     */
    OrganizationPatch: {
      name?: string;
      /** @description Whether its environments are closed to members whose password alone signs them in. */
      requires_two_factor?: boolean;
    };
    PairingCode: {
      /**
       * @description For `trellis-agent --code`; it works once.
       * @example 7K3M-2QXD
       */
      code: string;
      /** Format: date-time */
      expires: string;
    };
    PendingEvent: {
      /** @enum {string} */
      type:
        | 'thing_created'
        | 'thing_updated'
        | 'thing_deleted'
        | 'property_changed'
        | 'target_changed'
        | 'thing_event'
        | 'client_status_changed'
        | 'client_deleted';
      data: components['schemas']['ThingEvent'];
    };
    /** @description RFC 9457 */
    Problem: {
      /** Format: uri */
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @description The id of the request, as in `X-Request-Id`. */
      instance: string;
      /** @description What is wrong with the input, by JSON Pointer. */
      errors?: {
        pointer: string;
        detail: string;
      }[];
      existing?: {
        href: string;
      };
      cycle?: string[];
      written?: string[];
      quota?: {
        name: string;
        limit: number;
        used: number;
      };
      /** @enum {string} */
      remedy?: 'retry' | 'wait' | 'reauthorize' | 'fix-configuration' | 'resume';
      /** @description Why, in a word: of a refused access token `missing`, `malformed`, `wrong_signature`, `expired`, `not_yet_valid`, `wrong_issuer`, `wrong_audience`, `wrong_claims`, `revoked`; of a refused sign-in the error code of better-auth in lower case. */
      reason?: string;
      /** @description What the clients that have tried a change would find. */
      trials?: {
        client: {
          href: string;
        };
        found?: number;
        error?: {
          code: string;
          detail: string;
        };
      }[];
      /** @description What is known about the failure of a remote technology. */
      failure?: {
        /**
         * @description Why exactly it fails; the documentation lists what helps.
         * @enum {string}
         */
        cause?:
          | 'name_not_found'
          | 'name_lookup_failed'
          | 'address_not_allowed'
          | 'agent_offline'
          | 'agent_stopped'
          | 'agent_removed'
          | 'agent_refuses_address'
          | 'agent_finds_no_host'
          | 'connection_refused'
          | 'no_route'
          | 'connect_timeout'
          | 'answer_timeout'
          | 'poll_timeout'
          | 'connection_lost'
          | 'unreachable'
          | 'other_protocol'
          | 'protocol_version'
          | 'went_silent'
          | 'connection_limit'
          | 'interrupted'
          | 'device_unreachable'
          | 'device_gone'
          | 'tls_expired'
          | 'tls_not_yet_valid'
          | 'tls_other_name'
          | 'tls_unknown_authority'
          | 'tls_self_signed'
          | 'tls_refused'
          | 'tls_protocol'
          | 'tls_expected'
          | 'credentials_refused'
          | 'credentials_missing'
          | 'token_refused'
          | 'forbidden'
          | 'forbidden_after_refresh'
          | 'grant_revoked'
          | 'not_granted'
          | 'pairing_needed'
          | 'acl_refused'
          | 'credentials_withheld'
          | 'app_refused'
          | 'token_not_issued'
          | 'token_request_refused'
          | 'not_found'
          | 'bad_request'
          | 'redirect'
          | 'rate_limited'
          | 'vendor_quota'
          | 'server_error'
          | 'unexpected_status'
          | 'refused_by_server'
          | 'api_error'
          | 'not_json'
          | 'unexpected_form'
          | 'value_not_there'
          | 'not_pasted'
          | 'answer_too_large'
          | 'too_much_to_read'
          | 'other_server'
          | 'nothing_found'
          | 'nothing_reported'
          | 'another_device'
          | 'value_refused'
          | 'no_such_command'
          | 'signature_missing'
          | 'address_invalid'
          | 'request_invalid'
          | 'configuration_incomplete'
          | 'configuration_invalid'
          | 'description_invalid'
          | 'parts_left_out'
          | 'too_many_devices'
          | 'too_costly'
          | 'connector_bug'
          | 'device_invalid'
          | 'polls_set_aside';
        /** @description What the cause means, and what helps. */
        advice?: string;
        /** @description The address that failed: scheme, host, port and path, without query. */
        address?: string;
        /** @description The status of the HTTP response. */
        status?: number;
        /** @description Where in the answer, or in the description of it, as a JSONPath. */
        path?: string;
        /**
         * Format: date-time
         * @description When the certificate expired, or from when it is valid.
         */
        until?: string;
        /**
         * Format: date-time
         * @description When the remote technology takes requests again, as it says.
         */
        retry_at?: string;
      };
    } & {
      [key: string]: unknown;
    };
    PropertyValues: {
      [key: string]: unknown;
    };
    Quota: {
      /** @enum {string} */
      name:
        | 'units'
        | 'things'
        | 'scenes'
        | 'history_values'
        | 'unit_properties'
        | 'unit_bytes'
        | 'connector_instances'
        | 'connector_types'
        | 'connector_clients'
        | 'client_things'
        | 'pending_interactions'
        | 'client_pending_interactions'
        | 'callbacks'
        | 'subscriptions'
        | 'alert_rules'
        | 'agents'
        | 'apps';
      limit: number;
      /** @description How much is in use; for quotas of the account. */
      used?: number;
      /**
       * @description What has the quota: the account, or every single unit or connector client.
       * @enum {string}
       */
      per: 'developer' | 'unit' | 'client';
      /** @description What is counted. */
      counts: string;
    };
    ReceiptKeys: {
      keys: {
        kty: string;
        crv: string;
        x: string;
        kid: string;
        alg: string;
        use: string;
      }[];
    };
    RecordedRequest: {
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      protocol: 'http' | 'websocket' | 'mqtt' | 'modbus';
      method: string;
      address: string;
      duration_ms?: number;
      status?: number;
      sent?: {
        bytes: number;
        headers?: {
          [key: string]: string;
        };
        body?: string;
      };
      received?: {
        bytes: number;
        headers?: {
          [key: string]: string;
        };
        body?: string;
      };
      error?: string;
    };
    Redelivery: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: 'running' | 'completed';
      redelivered: number;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      ended?: string;
      /** Format: uri */
      href: string;
    };
    Reference: {
      /**
       * Format: uri
       * @description Address of the referenced resource.
       */
      href: string;
    };
    Removal: {
      clients: components['schemas']['Reference'][];
      things: components['schemas']['Reference'][];
      links: {
        /**
         * Format: uri
         * @description Address of the referenced resource.
         */
        href: string;
        /**
         * @description The list of the unit in which the link is.
         * @enum {string}
         */
        relation: 'things' | 'children' | 'parents' | 'subjects';
        /** @description The thing in the unit, when it goes. */
        thing?: components['schemas']['Reference'];
      }[];
    };
    ReplacedWith: {
      /** @description The thing of the new device. */
      with: string;
    };
    Replacement: {
      properties: {
        /** @description What the new device lacks. */
        missing: string[];
        /** @description What only the new device has. */
        added: string[];
        /** @description What both have, but for example with another unit or other values. */
        changed: string[];
      };
      actions: {
        /** @description What the new device lacks. */
        missing: string[];
        /** @description What only the new device has. */
        added: string[];
        /** @description What both have, but for example with another unit or other values. */
        changed: string[];
      };
      events: {
        /** @description What the new device lacks. */
        missing: string[];
        /** @description What only the new device has. */
        added: string[];
        /** @description What both have, but for example with another unit or other values. */
        changed: string[];
      };
    };
    Replacements: {
      replaced: {
        thing: components['schemas']['Reference'];
        with: components['schemas']['Reference'];
      }[];
      /** @description Things for which the other client has no device. */
      left: components['schemas']['Reference'][];
    };
    Replay: {
      from: string;
    };
    /**
     * @example {
     *       "history_days": 3,
     *       "activity_days": null,
     *       "installation": {
     *         "history_days": 7,
     *         "activity_days": 14
     *       }
     *     }
     */
    Retention: {
      /** @description Days for which past values of things are shown. */
      history_days: number | null;
      /** @description Days for which the activity of clients is shown. */
      activity_days: number | null;
      /** @description Those of the installation, which hold where the account has chosen none (`null`). */
      installation: {
        history_days: number;
        activity_days: number;
      };
    };
    /**
     * @example {
     *       "history_days": 3
     *     }
     */
    RetentionPatch: {
      /** @description Days for which past values of things are shown. */
      history_days?: number | null;
      /** @description Days for which the activity of clients is shown. */
      activity_days?: number | null;
    };
    /** @description A saved state of the things in or below a unit. */
    Scene: {
      /** Format: uuid */
      id: string;
      unit: components['schemas']['Reference'];
      name: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      /** Format: uri */
      href: string;
    };
    SceneActivation: {
      /** @description How long the change takes (s), of properties with `transition`; others change at once. */
      transition?: number;
    };
    /**
     * @example {
     *       "name": "Late evening"
     *     }
     */
    ScenePatch: {
      name?: string;
      /** @description All states that the scene has from then on, of those that the caller sees. */
      states?: {
        thing: {
          /** @description Its id in any form. */
          href: string;
        };
        properties: {
          [key: string]: unknown;
        };
      }[];
    };
    SceneWithStates: {
      /** Format: uuid */
      id: string;
      unit: components['schemas']['Reference'];
      name: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      /** Format: uri */
      href: string;
      states: {
        thing: components['schemas']['Reference'];
        properties: {
          [key: string]: unknown;
        };
      }[];
    };
    SeeingSubject: {
      /**
       * Format: uri
       * @description Address of the referenced resource.
       */
      href: string;
      /** @description `owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with `include=things`: things of the subject are in the unit, which does not make it see the unit. */
      reasons: ('owner' | 'linked' | 'has_things')[];
      /** @description With `include=things`: whether the subject sees the unit. */
      sees?: boolean;
    };
    /**
     * @example {
     *       "configuration": {
     *         "host": "192.0.2.20"
     *       },
     *       "secrets": [
     *         "/application_key"
     *       ]
     *     }
     */
    ShownConfiguration: {
      /** @description Its members, but for secrets and what the schema of the connector does not describe. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description JSON Pointers of the secrets that are stored. */
      secrets: string[];
    };
    Subject: {
      id: string;
      units: components['schemas']['Reference'][];
      things: components['schemas']['Reference'][];
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
      clients: components['schemas']['Reference'][];
    };
    /**
     * @example {
     *       "id": "customer-42"
     *     }
     */
    SubjectLink: {
      id: string;
    };
    /**
     * @example {
     *       "attributes": {
     *         "customer_no": "4711"
     *       }
     *     }
     */
    SubjectPatch: {
      /**
       * @description Attributes to change: `null` or an empty text removes a member, `null` all.
       * @example {
       *       "customer_no": "4711",
       *       "tariff": null
       *     }
       */
      attributes?: {
        [key: string]: string | null;
      } | null;
    };
    Subscription: {
      id: string;
      subject?: string;
      match: {
        /** @description Of these things. */
        things?: string[];
        /** @description Of things with this `@type`. */
        type?: string;
        /**
         * @description Of things with this capability.
         * @enum {string}
         */
        capability?:
          | 'light'
          | 'switch'
          | 'plug'
          | 'thermostat'
          | 'cover'
          | 'lock'
          | 'fan'
          | 'button'
          | 'temperature'
          | 'humidity'
          | 'pressure'
          | 'carbon_dioxide'
          | 'particulate_matter'
          | 'noise'
          | 'illuminance'
          | 'power'
          | 'energy'
          | 'voltage'
          | 'current'
          | 'frequency'
          | 'wind_speed'
          | 'rain'
          | 'battery'
          | 'battery_low'
          | 'motion'
          | 'occupancy'
          | 'open'
          | 'smoke'
          | 'leak'
          | 'gas'
          | 'vibration'
          | 'tamper';
        /** @description Of things in the list of this subject. */
        subject?: string;
        /** @description Of things that this connector client created. */
        client?: string;
        /** @description Of things that are directly in this unit. */
        in?: string;
        /** @description Of things in this unit or anywhere below it. */
        below?: string;
        /** @description These kinds of events. */
        events?: (
          | 'thing_created'
          | 'thing_updated'
          | 'thing_deleted'
          | 'property_changed'
          | 'target_changed'
          | 'thing_event'
          | 'client_status_changed'
          | 'client_deleted'
        )[];
        /** @description Only changes of values by which this condition begins or ends. */
        value?: {
          /** @description The name of the property. */
          property: string;
          above?: number;
          below?: number;
          /** @description Any JSON value. */
          equals?: unknown;
          /**
           * @description Reports each new value.
           * @constant
           */
          changed?: true;
          /** @description How far a value must return beyond `above` or `below` before the condition ends. */
          hysteresis?: number;
          /** @description Whether to report that the condition begins, ends, or both. */
          when?: ('begins' | 'ends')[];
        };
      };
      /** Format: date-time */
      created: string;
      url?: string;
      /** @enum {string} */
      status?: 'active' | 'stopped';
      cursor?: string;
      /** Format: date-time */
      previous_secret_until?: string;
      error?: {
        detail: string;
        attempts: number;
        /** Format: date-time */
        since: string;
        /** Format: date-time */
        next_attempt?: string;
      };
      /** Format: uri */
      href: string;
      events: components['schemas']['Reference'];
      /** @description Signs the messages (Standard Webhooks). Shown only when it is new. */
      secret?: string;
    };
    SubscriptionAttempt: {
      /**
       * Format: date-time
       * @description When it began.
       */
      at: string;
      /** @description Where the message was sent. */
      url: string;
      /** @description Until the answer was complete, or the attempt was given up. */
      duration_ms?: number;
      response_status?: number;
      error?: string;
      /** @description The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text. */
      answer?: {
        text: string;
        /** @description The `Content-Type` that the app states. */
        type?: string;
        /** @description Whether it is only the beginning. */
        cut: boolean;
      };
      /** @description The `webhook-id` and the type of the message. */
      message: {
        /** Format: uuid */
        id: string;
        type: string;
      };
    };
    /**
     * @example {
     *       "match": {
     *         "value": {
     *           "above": 30
     *         }
     *       }
     *     }
     */
    SubscriptionPatch: {
      /** @description Changes of the conditions: a member that is null is removed. */
      match?: {
        [key: string]: unknown;
      };
      /**
       * Format: uri
       * @description Where messages are posted from now on. Also when it is the same, those that are held up are sent at once, and one that was stopped goes on.
       */
      url?: string;
    };
    SweepDecision: {
      /** @enum {string} */
      action: 'accept' | 'wait';
    };
    /** @description W3C Web of Things Thing Description 1.1. */
    Thing: {
      '@context': (
        | string
        | {
            [key: string]: string;
          }
      )[];
      /**
       * Format: uri
       * @description The id of the thing, as `urn:uuid:…`.
       */
      id: string;
      title: string;
      security: string[];
      securityDefinitions: {
        [key: string]: {
          [key: string]: string;
        };
      };
      '@type'?: string[];
      description?: string;
      /** @description Names of the device: ids of its technology, MAC addresses, serial numbers. */
      identifiers?: {
        type: string;
        value: string;
      }[];
      /** Format: uri */
      base: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      properties: {
        [key: string]: {
          '@type'?: string | string[];
          title?: string;
          titles?: {
            [key: string]: string;
          };
          description?: string;
          descriptions?: {
            [key: string]: string;
          };
          /** @enum {string} */
          type?: 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'array' | 'null';
          /** @description Any JSON value. */
          const?: unknown;
          /** @description Any JSON value. */
          default?: unknown;
          unit?: string;
          enum?: unknown[];
          readOnly?: boolean;
          writeOnly?: boolean;
          format?: string;
          minItems?: number;
          maxItems?: number;
          required?: string[];
          minimum?: number;
          maximum?: number;
          exclusiveMinimum?: number;
          exclusiveMaximum?: number;
          multipleOf?: number;
          minLength?: number;
          maxLength?: number;
          pattern?: string;
          contentEncoding?: string;
          contentMediaType?: string;
          oneOf?: components['schemas']['DataSchema'][];
          items?: components['schemas']['DataSchema'] | components['schemas']['DataSchema'][];
          properties?: {
            [key: string]: components['schemas']['DataSchema'];
          };
          /** @enum {string} */
          role?: 'primary' | 'configuration' | 'diagnostic';
          /** @description Whether a write can say how long the change takes. */
          transition?: boolean;
          observable?: boolean;
          /** @description Any JSON value. */
          value?: unknown;
          /** Format: date-time */
          changed?: string;
          /** Format: date-time */
          last_heard?: string;
          target?: {
            /** @description Any JSON value. */
            value: unknown;
            /** Format: date-time */
            requested: string;
            /** @enum {string} */
            status: 'queued' | 'pending' | 'unconfirmed';
          };
          forms: {
            href: string;
            contentType: string;
            op: string[];
            /** @constant */
            subprotocol?: 'sse';
            'htv:methodName'?: string;
            'htv:headers'?: {
              'htv:fieldName': string;
              'htv:fieldValue': string;
            }[];
            additionalResponses?: {
              success: boolean;
              contentType: string;
              schema: string;
            }[];
          }[];
        } & {
          [key: string]: unknown;
        };
      };
      actions: {
        [key: string]: {
          '@type'?: string | string[];
          title?: string;
          titles?: {
            [key: string]: string;
          };
          description?: string;
          descriptions?: {
            [key: string]: string;
          };
          /** @enum {string} */
          role?: 'primary' | 'configuration' | 'diagnostic';
          input?: components['schemas']['DataSchema'];
          output?: components['schemas']['DataSchema'];
          safe?: boolean;
          idempotent?: boolean;
          synchronous?: boolean;
          forms: {
            href: string;
            contentType: string;
            op: string[];
            /** @constant */
            subprotocol?: 'sse';
            'htv:methodName'?: string;
            'htv:headers'?: {
              'htv:fieldName': string;
              'htv:fieldValue': string;
            }[];
            additionalResponses?: {
              success: boolean;
              contentType: string;
              schema: string;
            }[];
          }[];
        } & {
          [key: string]: unknown;
        };
      };
      events: {
        [key: string]: {
          '@type'?: string | string[];
          title?: string;
          titles?: {
            [key: string]: string;
          };
          description?: string;
          descriptions?: {
            [key: string]: string;
          };
          /** @enum {string} */
          role?: 'primary' | 'configuration' | 'diagnostic';
          data?: components['schemas']['DataSchema'];
          forms: {
            href: string;
            contentType: string;
            op: string[];
            /** @constant */
            subprotocol?: 'sse';
            'htv:methodName'?: string;
            'htv:headers'?: {
              'htv:fieldName': string;
              'htv:fieldValue': string;
            }[];
            additionalResponses?: {
              success: boolean;
              contentType: string;
              schema: string;
            }[];
          }[];
        } & {
          [key: string]: unknown;
        };
      };
      schemaDefinitions: {
        [key: string]: components['schemas']['DataSchema'];
      };
      forms: {
        href: string;
        contentType: string;
        op: string[];
        /** @constant */
        subprotocol?: 'sse';
        'htv:methodName'?: string;
        'htv:headers'?: {
          'htv:fieldName': string;
          'htv:fieldValue': string;
        }[];
        additionalResponses?: {
          success: boolean;
          contentType: string;
          schema: string;
        }[];
      }[];
      links: {
        rel: string;
        /** Format: uri */
        href: string;
        type: string;
      }[];
      available: boolean;
      availability: {
        /** @enum {string} */
        state: 'available' | 'unavailable' | 'unknown';
        /** @enum {string} */
        reason?:
          | 'client_error'
          | 'device_error'
          | 'never_observed'
          | 'no_values'
          | 'sweep_held'
          | 'client_paused';
        /** @enum {string} */
        code?:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        /** Format: date-time */
        since?: string;
      };
      /**
       * Format: date-time
       * @description When the device last said something, also if nothing had changed; to the minute.
       */
      last_heard?: string;
      created_by:
        | components['schemas']['Reference']
        | {
            app: string;
          };
      subject?: components['schemas']['Reference'];
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
    };
    ThingEvent:
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          thing: components['schemas']['Reference'];
          property: {
            /**
             * Format: uri
             * @description Address of the referenced resource.
             */
            href: string;
            name: string;
          };
          /** @description Any JSON value. */
          value: unknown;
          /**
           * @description Of a subscription with a condition: whether it begins or ends with this value.
           * @enum {string}
           */
          turn?: 'begins' | 'ends';
        }
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          thing: components['schemas']['Reference'];
          property: {
            /**
             * Format: uri
             * @description Address of the referenced resource.
             */
            href: string;
            name: string;
          };
          target: {
            /** @description Any JSON value. */
            value: unknown;
            /** Format: date-time */
            requested: string;
            /** @enum {string} */
            status: 'queued' | 'pending' | 'unconfirmed' | 'confirmed' | 'withdrawn';
          };
        }
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          thing: components['schemas']['Reference'];
          event: {
            /**
             * Format: uri
             * @description Address of the referenced resource.
             */
            href: string;
            name: string;
          };
          /** @description Any JSON value. */
          data?: unknown;
          /** Format: date-time */
          occurred_at: string;
        }
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          thing: components['schemas']['Reference'];
          available: boolean;
        }
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          thing: components['schemas']['Reference'];
        }
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          client: components['schemas']['Reference'];
          /** @enum {string} */
          status: 'STARTING' | 'STARTED' | 'ERROR';
          error?: {
            /** @enum {string} */
            code:
              | 'unavailable'
              | 'authorization_required'
              | 'misconfigured'
              | 'another_device'
              | 'connector_failed'
              | 'set_aside'
              | 'quota_exceeded'
              | 'no_devices'
              | 'no_values'
              | 'flooding'
              | 'only_polled'
              | 'sweep_held';
          };
          paused?: {
            /** Format: date-time */
            since: string;
            reason?: string;
          };
        }
      | {
          id: string;
          /** Format: date-time */
          time?: string;
          /**
           * @description Texts of the app: up to 50 members of up to 500 characters.
           * @example {
           *       "customer_no": "4711"
           *     }
           */
          attributes?: {
            [key: string]: string;
          };
          client: components['schemas']['Reference'];
        }
      | Record<string, never>;
    /**
     * @example {
     *       "title": "Reading lamp"
     *     }
     */
    ThingPatch: {
      title?: string | null;
      '@type'?: (string | string[]) | null;
      description?: string | null;
      properties?: {
        [key: string]: {
          [key: string]: unknown;
        } | null;
      } | null;
      actions?: {
        [key: string]: {
          [key: string]: unknown;
        } | null;
      } | null;
      /**
       * @description Attributes to change: `null` or an empty text removes a member, `null` all.
       * @example {
       *       "customer_no": "4711",
       *       "tariff": null
       *     }
       */
      attributes?: {
        [key: string]: string | null;
      } | null;
    };
    ThingValues: {
      /** Format: uuid */
      id: string;
      /** Format: uri */
      href: string;
      title: string;
      '@type': string[];
      /** @description In whose list the thing is; left out where it is in that of nobody. */
      subject?: components['schemas']['Reference'];
      /** @description Current values by the names of properties; those that are not known are left out. Those that users set or measure come first, and what the device says about itself last. */
      values: {
        [key: string]: unknown;
      };
      /** @description Units of these values, by the names of properties. */
      units?: {
        [key: string]: string;
      };
      /**
       * @description Texts of the app: up to 50 members of up to 500 characters.
       * @example {
       *       "customer_no": "4711"
       *     }
       */
      attributes?: {
        [key: string]: string;
      };
      /** @description Requested values that the device has not reported yet, by the names of properties. */
      targets?: {
        [key: string]: {
          /** @description Any JSON value. */
          value: unknown;
          /** Format: date-time */
          requested: string;
          /** @enum {string} */
          status: 'queued' | 'pending' | 'unconfirmed';
        };
      };
      available: boolean;
      /** @description Whether the values are current, and if that is not known, why. */
      availability: {
        /** @enum {string} */
        state: 'available' | 'unavailable' | 'unknown';
        /** @enum {string} */
        reason?:
          | 'client_error'
          | 'device_error'
          | 'never_observed'
          | 'no_values'
          | 'sweep_held'
          | 'client_paused';
        /** @enum {string} */
        code?:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        /** Format: date-time */
        since?: string;
      };
    };
    Unit: {
      /** Format: uuid */
      id: string;
      name: string;
      type: string;
      things: components['schemas']['Reference'][];
      properties: components['schemas']['UnitProperty'][];
      children: components['schemas']['Reference'][];
      parents: components['schemas']['Reference'][];
      subjects: components['schemas']['Reference'][];
      /** @description The creating subject, or the developer. */
      owner: string;
      /** @description Lists of which only the first entries are shown here: 1000, and properties up to 1 MiB. */
      truncated?: ('things' | 'children' | 'parents' | 'subjects' | 'properties')[];
    };
    /**
     * @example {
     *       "name": "Larder"
     *     }
     */
    UnitPatch: {
      name?: string;
      type?: string;
      /** @description All properties that the unit has from then on; none with null. */
      properties?: components['schemas']['NewUnitProperty'][] | null;
    };
    /**
     * @example {
     *       "name": "floor",
     *       "value": 2
     *     }
     */
    UnitProperty: {
      name: string;
      /** @description Any JSON value. */
      value: unknown;
    };
    /**
     * @example {
     *       "value": 42
     *     }
     */
    UnitPropertyValue: {
      name?: string;
      /** @description Any JSON value. */
      value: unknown;
    };
    UnitPropertyWrites: {
      items: {
        name: string;
        /** @description Any JSON value. */
        value: unknown;
        unit: string;
        /**
         * @default POST
         * @enum {string}
         */
        method?: 'POST' | 'PUT';
      }[];
    };
    UnitSuggestion: {
      /** @description The id of the room in the remote technology. */
      id: string;
      name: string;
      type: string;
      /** @description The id of the room that contains it. */
      parent?: string;
      things: components['schemas']['Reference'][];
    };
    UnitSummary: {
      /** @description Units below the unit, by type. */
      units: {
        count: number;
        types: {
          type: string;
          count: number;
        }[];
      };
      /** @description Things in the unit or below it, each once; those that are unavailable, those of which nothing is known, and by capability. */
      things?: {
        count: number;
        unavailable: number;
        unknown: number;
        capabilities: {
          /** @enum {string} */
          capability:
            | 'light'
            | 'switch'
            | 'plug'
            | 'thermostat'
            | 'cover'
            | 'lock'
            | 'fan'
            | 'button'
            | 'temperature'
            | 'humidity'
            | 'pressure'
            | 'carbon_dioxide'
            | 'particulate_matter'
            | 'noise'
            | 'illuminance'
            | 'power'
            | 'energy'
            | 'voltage'
            | 'current'
            | 'frequency'
            | 'wind_speed'
            | 'rain'
            | 'battery'
            | 'battery_low'
            | 'motion'
            | 'occupancy'
            | 'open'
            | 'smoke'
            | 'leak'
            | 'gas'
            | 'vibration'
            | 'tamper';
          count: number;
        }[];
      };
      /** @description Connector clients of these things that need attention, as far as these tell: their polls fail, could not observe some of the things, or hold a sweep. Those that are paused need none. What concerns the client alone, such as a removal that failed, is with `GET /connectors/clients?attention=true`. */
      clients?: {
        /** Format: uri */
        href: string;
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'another_device'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_devices'
          | 'no_values'
          | 'flooding'
          | 'only_polled'
          | 'sweep_held';
        /** Format: date-time */
        since: string;
        things: number;
      }[];
      /** @description Current numbers of the properties in `of`, of things that are available, for each unit of measurement. */
      values?: {
        property: string;
        unit?: string;
        count: number;
        minimum: number;
        maximum: number;
        mean: number;
      }[];
    };
    /**
     * @example {
     *       "day": "2026-11-30",
     *       "clients": 2,
     *       "things": 10,
     *       "polls": 2880,
     *       "writes": 12,
     *       "events": 4310,
     *       "deliveries": 57,
     *       "bytes": 17204
     *     }
     */
    Usage: {
      /**
       * Format: date
       * @description The day (UTC), if figures are grouped by it.
       */
      day?: string;
      /** @description Absent for what belongs to no connector: things of apps, units, and messages. */
      connector_type_id?: string;
      /** @description `erased:…` for a subject that was erased; absent for none. */
      subject?: string;
      /** @description The connector clients that did something, on the day that had most. */
      clients: number;
      /** @description The most things that these clients and subjects had on one day. */
      things: number;
      /** @description Polls of remote technologies, also those that failed. */
      polls: number;
      /** @description Writes and actions that were carried out. */
      writes: number;
      /** @description Changes and events in `GET /changes` and `GET /events`. */
      events: number;
      /** @description Messages that callbacks and subscriptions accepted. */
      deliveries: number;
      /** @description The size of the values in the events, as JSON. */
      bytes: number;
      /**
       * @description A day has not ended, or is not counted to its end.
       * @constant
       */
      partial?: true;
    };
    VisibleUnit: {
      /**
       * Format: uri
       * @description Address of the referenced resource.
       */
      href: string;
      /** @description `owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with `include=things`: things of the subject are in the unit, which does not make it see the unit. */
      reasons: ('owner' | 'linked' | 'has_things')[];
      /** @description With `include=things`: whether the subject sees the unit. */
      sees?: boolean;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listConnectorDescriptions: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorDescription'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectorDescription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The number of the description. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorDescription'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listConnectorInstances: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createConnectorInstance: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectorInstance'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Created'];
        };
      };
    };
  };
  getConnectorInstance: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector instance. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorInstance'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteConnectorInstance: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be removed. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the connector instance. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What would be removed (`dry_run`) */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Removal'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateConnectorInstance: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the connector instance. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectorInstancePatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorInstance'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getInstanceActivity: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector instance. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InstanceActivity'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectorActivity: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Activity'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectorCallbackUrl: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listConnectorTypes: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedConnectorType'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createConnectorType: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectorType'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorType'];
        };
      };
    };
  };
  getConnectorType: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The `type_id` of the type, or its number. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorType'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceConnectorType: {
    parameters: {
      query?: {
        /** @description Changes the type even if clients would fail. */
        force?: 'true' | 'false';
      };
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The `type_id` of the type, or its number. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectorTypeVersion'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedConnectorType'];
        };
      };
    };
  };
  deleteConnectorType: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The `type_id` of the type, or its number. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  restoreConnectorType: {
    parameters: {
      query?: {
        /** @description Changes the type even if clients would fail. */
        force?: 'true' | 'false';
      };
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The `type_id` of the type, or its number. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectorTypePatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedConnectorType'];
        };
      };
    };
  };
  listConnectorTypeVersions: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The `type_id` of the type, or its number. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorTypeVersion'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listConnectorClients: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only clients with this status. */
        status?: 'STARTING' | 'STARTED' | 'ERROR';
        /** @description Only clients that are paused, or that are not. */
        paused?: 'true' | 'false';
        /** @description Only clients that somebody should look at, or the others: one needs attention that fails, has warnings of its last poll, waits for its authorization, has a sweep that is held, or cannot be removed. One that is paused needs none, unless it cannot be removed. */
        attention?: 'true' | 'false';
        /** @description Only those with these attributes, all of them: `attributes[customer_no]=4711`. Not for tokens that are bound to a subject. */
        attributes?: {
          [key: string]: string;
        };
        /** @description Only clients that use the agent with this id. */
        via?: string;
        /** @description Shows the states of the clients, without their things and warnings. */
        view?: 'summary';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ListedConnectorClient'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectorClient'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedConnectorClient'];
        };
      };
      /** @description The subject's browser must go to `Location`, which leads to the authorization server */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedConnectorClient'];
        };
      };
    };
  };
  getConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteConnectorClient: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be removed. */
        dry_run?: 'true' | 'false';
        /** @description Answers what the remote technology refused, and was given up. */
        force?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What would be removed (`dry_run`), or what was given up (`force`) */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['Removal']
            | {
                given_up: {
                  /** @enum {string} */
                  step: 'hook' | 'grant';
                  /** @enum {string} */
                  code:
                    | 'unavailable'
                    | 'authorization_required'
                    | 'misconfigured'
                    | 'another_device'
                    | 'connector_failed'
                    | 'set_aside'
                    | 'quota_exceeded'
                    | 'no_devices'
                    | 'no_values'
                    | 'flooding'
                    | 'only_polled'
                    | 'sweep_held';
                  detail: string;
                }[];
              };
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectorClientPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  settleConnectorClientSweep: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SweepDecision'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
    };
  };
  pollConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
    };
  };
  pauseConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Is shown with the client.
           * @example The subscription has ended.
           */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
    };
  };
  resumeConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
    };
  };
  listUnitSuggestions: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitSuggestion'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectorClientConfiguration: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShownConfiguration'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectorInstanceConfiguration: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector instance. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShownConfiguration'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  tryConnector: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectorTrial'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorTrial'];
        };
      };
    };
  };
  listAgents: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only agents in this state. */
        state?: 'unpaired' | 'online' | 'offline';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAgent'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedAgent'];
        };
      };
    };
  };
  getAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the agent. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the agent. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the agent. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AgentPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Agent'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createPairingCode: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the agent. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PairingCode'];
        };
      };
    };
  };
  listOperations: {
    parameters: {
      query?: {
        /** @description Operations of this kind. */
        kind?:
          | 'poll'
          | 'listen'
          | 'write'
          | 'action'
          | 'hook'
          | 'authorization'
          | 'token_refresh'
          | 'trial'
          | 'configuration'
          | 'pause'
          | 'resume'
          | 'removal';
        /** @description Operations that ended in this way. */
        outcome?: 'succeeded' | 'failed';
        /** @description Operations that failed with this code. */
        code?: string;
        /** @description A text in an address or an error. */
        q?: string;
        /** @description Operations of this time and later ones. */
        from?: string;
        /** @description Operations before this time. */
        to?: string;
        /** @description Operations of this client. */
        client?: string;
        /** @description Operations of the clients of this subject. */
        subject?: string;
        /** @description Operations of clients of this type. */
        connector_type_id?: string;
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientOperation'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getOperation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the operation. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientOperationWithRequests'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listClientOperations: {
    parameters: {
      query?: {
        /** @description Operations of this kind. */
        kind?:
          | 'poll'
          | 'listen'
          | 'write'
          | 'action'
          | 'hook'
          | 'authorization'
          | 'token_refresh'
          | 'trial'
          | 'configuration'
          | 'pause'
          | 'resume'
          | 'removal';
        /** @description Operations that ended in this way. */
        outcome?: 'succeeded' | 'failed';
        /** @description Operations that failed with this code. */
        code?: string;
        /** @description A text in an address or an error. */
        q?: string;
        /** @description Operations of this time and later ones. */
        from?: string;
        /** @description Operations before this time. */
        to?: string;
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientOperation'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  debugConnectorClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @default 30 */
          minutes?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Debugging'];
        };
      };
    };
  };
  getClientDiagnostics: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientDiagnostics'];
        };
      };
    };
  };
  listConnectSessions: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenConnectSession'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createConnectSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectSession'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectSession'];
        };
      };
    };
  };
  deleteConnectSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the connect session. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectBranding: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectBranding'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setConnectBranding: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
        /** @description With `*`, 412 when the resource is there already. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectBranding'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectBranding'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectPage'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createConnectClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewConnectClient'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedConnectorClient'];
        };
      };
    };
  };
  createConnectAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAgent'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectAgent'];
        };
      };
    };
  };
  deleteConnectAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the agent. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getConnectClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectClient'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateConnectClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConfigurationPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectClient'];
        };
      };
    };
  };
  getConnectConfiguration: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ShownConfiguration'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  pollConnectClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectClient'];
        };
      };
    };
  };
  beginConnectAuthorization: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts; 1 to 256 characters. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Whether the account at the vendor may be another one than before. */
          accept_other_account?: boolean;
          /**
           * @description Makes the vendor ask for the account again, if it supports that.
           * @enum {string}
           */
          prompt?: 'login';
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'];
        };
      };
    };
  };
  createUnits: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUnits'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResults'];
        };
      };
    };
  };
  linkUnits: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewLinks'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResults'];
        };
      };
    };
  };
  writeUnitProperties: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UnitPropertyWrites'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResults'];
        };
      };
    };
  };
  getModelImport: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the import. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelImport'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  cancelModelImport: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the import. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelImport'];
        };
      };
    };
  };
  listUnits: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only units of this type. */
        type?: string;
        /** @description Only units of this name. */
        name?: string;
        /** @description Only units that this subject owns or is linked to. */
        subject?: string;
        /** @description Only units in or below which is a thing with this capability. */
        capability?:
          | 'light'
          | 'switch'
          | 'plug'
          | 'thermostat'
          | 'cover'
          | 'lock'
          | 'fan'
          | 'button'
          | 'temperature'
          | 'humidity'
          | 'pressure'
          | 'carbon_dioxide'
          | 'particulate_matter'
          | 'noise'
          | 'illuminance'
          | 'power'
          | 'energy'
          | 'voltage'
          | 'current'
          | 'frequency'
          | 'wind_speed'
          | 'rain'
          | 'battery'
          | 'battery_low'
          | 'motion'
          | 'occupancy'
          | 'open'
          | 'smoke'
          | 'leak'
          | 'gas'
          | 'vibration'
          | 'tamper';
        /** @description With `none`, only units that are in no other which the caller sees. */
        parents?: 'none';
        /** @description An expression in RSQL, such as `type==Light;values.on==true`. */
        q?: string;
        /** @description Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first. */
        search?: string;
        /** @description The field by which the list is sorted; with `-` in descending order. */
        sort?: 'name' | '-name' | 'created' | '-created';
        /** @description The unit that it is in directly. */
        in?: string;
        /** @description A unit that it is in, or that is anywhere above. */
        below?: string;
        /** @description Shows the names and types of the units, and how much is directly in them. */
        view?: 'summary';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ListedUnit'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createUnit: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUnit'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Created'];
        };
      };
    };
  };
  getUnit: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Unit'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteUnit: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be removed. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What would be removed (`dry_run`) */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Removal'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateUnit: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UnitPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Unit'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  summarizeUnit: {
    parameters: {
      query?: {
        /** @description Names of properties whose current numbers are summed up, separated by commas, such as `temperature,power`: those of capabilities, or others. */
        of?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitSummary'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listDescendants: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description How many links to follow. */
        depth?: number;
        /** @description Only units of this type. */
        type?: string;
        /** @description Shows the names and types of the units, and how much is directly in them. */
        view?: 'summary';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ListedUnit'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listAncestors: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description How many links to follow. */
        depth?: number;
        /** @description Only units of this type. */
        type?: string;
        /** @description Shows the names and types of the units, and how much is directly in them. */
        view?: 'summary';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ListedUnit'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listParents: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Shows the names and types of the units, and how much is directly in them. */
        view?: 'summary';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ListedUnit'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  linkParent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'];
        };
      };
    };
  };
  unlinkParentInBody: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlinkParent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the parent. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listChildren: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Shows the names and types of the units, and how much is directly in them. */
        view?: 'summary';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ListedUnit'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  linkChild: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'];
        };
      };
    };
  };
  unlinkChildInBody: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlinkChild: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the child. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listUnitSubjects: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  linkSubject: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubjectLink'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'];
        };
      };
    };
  };
  unlinkSubjectInBody: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlinkSubject: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the subject, as the account calls it, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listUnitThings: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Whether to include the things of all units below, each once. */
        below?: 'true' | 'false';
        /** @description Shows the titles, types and current values of the things. */
        view?: 'values';
        /** @description Shows only properties, actions and events with this role: those that the device is for (`primary`), settings (`configuration`), or what it says about itself (`diagnostic`). */
        role?: 'primary' | 'configuration' | 'diagnostic';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ThingValues'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  linkThing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'];
        };
      };
    };
  };
  unlinkThingInBody: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Link'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  unlinkThing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listUnitProperties: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateUnitProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
        /** @description With `*`, 412 when the resource is there already. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUnitProperty'];
      };
    };
    responses: {
      /** @description The changed property, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  addUnitProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUnitProperty'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'];
        };
      };
    };
  };
  getUnitProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the property, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  setUnitProperty: {
    parameters: {
      query?: {
        /** @description Stores nothing, and answers 204 if the value is valid. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description With `*`, 412 when the resource is there already. */
        'If-None-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the property, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UnitPropertyValue'];
      };
    };
    responses: {
      /** @description The changed property, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'];
        };
      };
      /** @description It is new */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteUnitProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the property, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitProperty'];
        };
      };
    };
  };
  listScenes: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Scene'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewScene'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Scene'];
        };
      };
    };
  };
  getScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the scene. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SceneWithStates'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the scene. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the scene. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScenePatch'];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  captureScene: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the scene. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Scene'];
        };
      };
    };
  };
  activateScene: {
    parameters: {
      query?: {
        /** @description Changes nothing, and answers what would be requested. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description `wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. What takes longer goes on after 202. */
        Prefer?: string;
      };
      path: {
        /** @description The id of the scene. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SceneActivation'];
      };
    };
    responses: {
      /** @description A preview (`dry_run`), or the batch if it has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['InteractionBatchPreview']
            | components['schemas']['InteractionBatch'];
        };
      };
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionBatch'];
        };
      };
    };
  };
  listSubjects: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only those with these attributes, all of them: `attributes[customer_no]=4711`. Not for tokens that are bound to a subject. */
        attributes?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getSubject: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the subject, as the account calls it, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteSubject: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the subject, as the account calls it, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
    };
  };
  updateSubject: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the subject, as the account calls it, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubjectPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listSeeingSubjects: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only this subject; the list is empty where it does not see the unit. */
        subject?: string;
        /** @description With `things`, the reason `has_things` says that things of the subject are in the unit, which alone shows it nothing of the unit: such pairs are listed, too, with `sees: false`. The first 10,000 things are looked at. */
        include?: 'things';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the unit. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SeeingSubject'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listVisibleUnits: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only this unit; the list is empty where the subject does not see it. */
        unit?: string;
        /** @description With `things`, the reason `has_things` says that things of the subject are in the unit, which alone shows it nothing of the unit: such pairs are listed, too, with `sees: false`. The first 10,000 things are looked at. */
        include?: 'things';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the subject, as the account calls it, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VisibleUnit'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getReceiptKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceiptKeys'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getErasure: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the erasure. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listThings: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only things with this `@type`. */
        type?: string;
        /** @description Only things with this capability. */
        capability?:
          | 'light'
          | 'switch'
          | 'plug'
          | 'thermostat'
          | 'cover'
          | 'lock'
          | 'fan'
          | 'button'
          | 'temperature'
          | 'humidity'
          | 'pressure'
          | 'carbon_dioxide'
          | 'particulate_matter'
          | 'noise'
          | 'illuminance'
          | 'power'
          | 'energy'
          | 'voltage'
          | 'current'
          | 'frequency'
          | 'wind_speed'
          | 'rain'
          | 'battery'
          | 'battery_low'
          | 'motion'
          | 'occupancy'
          | 'open'
          | 'smoke'
          | 'leak'
          | 'gas'
          | 'vibration'
          | 'tamper';
        /** @description Only things that are available, or that are not. */
        available?: 'true' | 'false';
        /** @description Only things in the list of this subject. */
        subject?: string;
        /** @description Only things that this connector client created. */
        client?: string;
        /** @description Only things that the vendor's id, a serial number or a MAC address identifies, in any notation. */
        identifier?: string;
        /** @description Only those with these attributes, all of them: `attributes[customer_no]=4711`. Not for tokens that are bound to a subject. */
        attributes?: {
          [key: string]: string;
        };
        /** @description An expression in RSQL, such as `type==Light;values.on==true`. */
        q?: string;
        /** @description The unit that it is in directly. */
        in?: string;
        /** @description A unit that it is in, or that is anywhere above. */
        below?: string;
        /** @description Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first. */
        search?: string;
        /** @description The field by which the list is sorted; with `-` in descending order. */
        sort?: 'title' | '-title' | 'created' | '-created';
        /** @description Shows the titles, types and current values of the things. */
        view?: 'values';
        /** @description Shows only properties, actions and events with this role: those that the device is for (`primary`), settings (`configuration`), or what it says about itself (`diagnostic`). */
        role?: 'primary' | 'configuration' | 'diagnostic';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ThingValues'][] | components['schemas']['Reference'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createThing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewThing'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Thing'];
        };
      };
    };
  };
  getThing: {
    parameters: {
      query?: {
        /** @description Shows only properties, actions and events with this role: those that the device is for (`primary`), settings (`configuration`), or what it says about itself (`diagnostic`). */
        role?: 'primary' | 'configuration' | 'diagnostic';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Thing'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteThing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateThing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ThingPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Thing'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceThing: {
    parameters: {
      query?: {
        /** @description Changes nothing, and answers what would be different. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplacedWith'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replacement'];
        };
      };
    };
  };
  restoreThing: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceConnectorClient: {
    parameters: {
      query?: {
        /** @description Changes nothing, and answers what would be different. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the connector client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClientReplacedWith'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Replacements'];
        };
      };
    };
  };
  startInteractionBatch: {
    parameters: {
      query?: {
        /** @description Changes nothing, and answers what would be requested. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description `wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. What takes longer goes on after 202. */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewInteractionBatch'];
      };
    };
    responses: {
      /** @description A preview (`dry_run`), or the batch if it has ended */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['InteractionBatchPreview']
            | components['schemas']['InteractionBatch'];
        };
      };
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionBatch'];
        };
      };
    };
  };
  listInteractionResults: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only these. */
        status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the interaction, or of the batch. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionBatchResult'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  cancelInteractionBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the interaction, or of the batch. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionBatch'];
        };
      };
    };
  };
  readThingProperties: {
    parameters: {
      query?: {
        /** @description Shows only properties, actions and events with this role: those that the device is for (`primary`), settings (`configuration`), or what it says about itself (`diagnostic`). */
        role?: 'primary' | 'configuration' | 'diagnostic';
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyValues'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  writeThingProperties: {
    parameters: {
      query?: {
        /** @description How long the change takes (s); only of properties with `transition`. */
        transition?: number;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. What takes longer goes on after 202. `handling=queue`: the write waits up to a day for a device that is away, in place of 409. */
        Prefer?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPropertyValues'];
      };
    };
    responses: {
      /** @description The values that are known, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyValues'];
        };
      };
      /** @description Not reported by the device yet. If the interaction is `completed`, the technology has accepted the write; the `target` of the property and the event `target_changed` say whether the device follows. `Prefer: wait=<seconds>` or `respond-async` (RFC 7240) sets how long to wait, 5 seconds by default and 20 at most. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Interaction'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readThingProperty: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the property, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  writeThingProperty: {
    parameters: {
      query?: {
        /** @description How long the change takes (s); only of properties with `transition`. */
        transition?: number;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. What takes longer goes on after 202. `handling=queue`: the write waits up to a day for a device that is away, in place of 409. */
        Prefer?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the property, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': unknown;
      };
    };
    responses: {
      /** @description The current value, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description Not reported by the device yet. If the interaction is `completed`, the technology has accepted the write; the `target` of the property and the event `target_changed` say whether the device follows. `Prefer: wait=<seconds>` or `respond-async` (RFC 7240) sets how long to wait, 5 seconds by default and 20 at most. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Interaction'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  invokeAction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description `wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. What takes longer goes on after 202. */
        Prefer?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the action, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': unknown;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description It takes longer; `Location` leads to the outcome. `Prefer: wait=<seconds>` or `respond-async` (RFC 7240) sets how long to wait, 5 seconds by default and 20 at most. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Interaction'];
        };
      };
      /** @description Done, without output */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  requestAction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description `wait=<seconds>` or `respond-async` (RFC 7240): how long to wait for the outcome, 20 seconds at most. What takes longer goes on after 202. */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ActionRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
      /** @description It takes longer; `Location` leads to the outcome. `Prefer: wait=<seconds>` or `respond-async` (RFC 7240) sets how long to wait, 5 seconds by default and 20 at most. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Interaction'];
        };
      };
      /** @description Done, without output */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getInteraction: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the interaction, or of the batch. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['Interaction'] | components['schemas']['InteractionBatch'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPropertyHistory: {
    parameters: {
      query?: {
        /** @description The first instant; a day before `to` by default. */
        from?: string;
        /** @description The instant after the last; now by default, and at the latest. */
        to?: string;
        /** @description ISO 8601 duration of the intervals, such as PT15M or P1D. Without it the values themselves are read. */
        interval?: string;
        /** @description By whose midnights intervals are counted; UTC by default. */
        timezone?: string;
        /** @description What is computed of intervals, all by default: min, max, mean, last, count, shares. */
        aggregate?: string;
        /** @description Oldest first by default. */
        order?: 'asc' | 'desc';
        /** @description Items on a page, 1000 by default. A page may have fewer, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The name of the property, percent-encoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoricValue'][] | components['schemas']['HistoricInterval'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getPropertyHistories: {
    parameters: {
      query: {
        /** @description A thing; up to 20, each as a parameter of its own. */
        thing: string | string[];
        /** @description The property that is read of each of them. */
        property: string;
        /** @description The first instant; a day before `to` by default. */
        from?: string;
        /** @description The instant after the last; now by default, and at the latest. */
        to?: string;
        /** @description ISO 8601 duration of the intervals, such as PT15M or P1D. */
        interval: string;
        /** @description By whose midnights intervals are counted; UTC by default. */
        timezone?: string;
        /** @description What is computed of intervals, all by default: min, max, mean, last, count, shares. */
        aggregate?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoricSeries'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getThingLogbook: {
    parameters: {
      query?: {
        /** @description Only changes and requests of this property. */
        property?: string;
        /** @description Only this event. */
        event?: string;
        /** @description Entries of this time and later ones. */
        since?: string;
        /** @description Entries before this time. */
        until?: string;
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the thing. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LogbookEntry'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createEventsTicket: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventsTicket'];
        };
      };
    };
  };
  followChanges: {
    parameters: {
      query?: {
        /** @description The position after which changes are returned: a `cursor`, or the `id` of a change or an event. Without one, the answer is the current position, without changes. */
        cursor?: string;
        /** @description Kinds of changes, separated by commas. */
        kind?: string;
        /** @description Changes on a page. */
        limit?: number;
        /** @description How long to wait while there are no changes (s). */
        wait?: number;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Changes'];
        };
      };
    };
  };
  getCallback: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  registerCallback: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description With `*`, 412 when the resource is there already. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewCallback'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
      /** @description It is new */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
    };
  };
  deleteCallback: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replayEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Replay'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Created'];
        };
      };
    };
  };
  sendTestMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryWithPayload'];
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only these. */
        status?: 'pending' | 'delivered' | 'failed';
        /** @description Messages of this type. */
        type?: string;
        /** @description Messages about this thing. */
        thing?: string;
        /** @description Messages of this time and later ones. */
        from?: string;
        /** @description Messages before this time. */
        to?: string;
        /** @description Messages to which the app last answered so: a status, a class such as `5xx`, or `none` without an answer. */
        response_status?: string;
        /** @description Messages whose last error has this text. */
        error?: string;
        /** @description Messages with this text in an error, an answer or an address of their last ten attempts, whatever its case. */
        search?: string;
        /** @description The field by which the list is sorted; with `-` in descending order. */
        sort?: 'created' | '-created';
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the delivery. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryWithPayload'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  redeliverMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the delivery. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
    };
  };
  redeliverMessages: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRedelivery'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
    };
  };
  getRedelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the redelivery. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivery'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSubscription'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  getSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubscriptionPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotateSubscriptionSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
    };
  };
  listPendingEvents: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingEvent'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listSubscriptionAttempts: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionAttempt'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  sendSubscriptionTestMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the subscription. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionAttempt'];
        };
      };
    };
  };
  listAlerts: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createAlert: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAlert'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'];
        };
      };
    };
  };
  getAlert: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the alert rule. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertWithState'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteAlert: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the alert rule. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateAlert: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The id of the alert rule. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AlertPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'];
        };
      };
    };
  };
  testAlert: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the alert rule. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertTest'];
        };
      };
    };
  };
  getLimits: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Limits'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getRetention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Retention'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateRetention: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RetentionPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Retention'];
        };
      };
    };
  };
  getUsage: {
    parameters: {
      query?: {
        /** @description First day (UTC); by default 30 days ago. */
        since?: string;
        /** @description The day after the last; by default tomorrow. */
        until?: string;
        /** @description By what figures are added up: some of `day`, `connector` and `subject`, with commas; `day` by default. */
        group_by?: string;
        /** @description Usage of this `connector_type_id`. */
        connector?: string;
        /** @description Usage of this subject. */
        subject?: string;
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Usage'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /** @description Entries of this time and later ones. */
        from?: string;
        /** @description Entries before this time. */
        to?: string;
        /** @description Entries of this app, end user or operator. */
        actor?: string;
        /** @description Entries of operations that acted for this subject. */
        subject?: string;
        /** @description Entries of this operation, by its `operationId`. */
        operation?: string;
        /** @description Entries that name this id. */
        resource?: string;
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The end user for whom the call acts, by any id of 1 to 256 characters: nothing else is visible than what this subject sees. Without it, the call acts for the whole account. */
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEntry'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listApps: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['App'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewApp'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['App'];
        };
      };
    };
  };
  listAppNames: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppName'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The client id of the app. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['App'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path: {
        /** @description The client id of the app. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateApp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
        /** @description The client id of the app. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AppPatch'];
      };
    };
    responses: {
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['App'];
        };
      };
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotateAppSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The client id of the app. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewAppSecret'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['App'];
        };
      };
    };
  };
  listOrganizations: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createOrganization: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  deleteOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  updateOrganization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrganizationPatch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  listOrganizationAuditEntries: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEntry'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getOrganizationUsage: {
    parameters: {
      query?: {
        /** @description First day (UTC); by default 30 days ago. */
        since?: string;
        /** @description The day after the last; by default tomorrow. */
        until?: string;
        /** @description By what figures are added up: some of `day`, `connector` and `subject`, with commas; `day` by default. */
        group_by?: string;
        /** @description Usage of this `connector_type_id`. */
        connector?: string;
        /** @description Usage of this subject. */
        subject?: string;
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvironmentUsage'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createEnvironment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Environment'];
        };
      };
    };
  };
  deleteEnvironment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the environment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Environment'];
        };
      };
    };
  };
  updateEnvironment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the environment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Environment'];
        };
      };
    };
  };
  createEnvironmentToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the environment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvironmentToken'];
        };
      };
    };
  };
  restoreEnvironment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the environment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Environment'];
        };
      };
    };
  };
  getEnvironmentErasure: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the environment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Erasure'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  restoreOrganization: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  copyEnvironment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the environment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EnvironmentCopy'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CopiedEnvironment'];
        };
      };
    };
  };
  listMembers: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            members: components['schemas']['Member'][];
            invitations: components['schemas']['Invitation'][];
          };
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  deleteMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the member. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  updateMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the member. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          role: 'owner' | 'developer' | 'support' | 'viewer';
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Member'];
        };
      };
    };
  };
  createInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewInvitation'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invitation'];
        };
      };
    };
  };
  deleteInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the organization. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
        /** @description The id of the invitation. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  readInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the invitation. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          secret: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedInvitation'];
        };
      };
    };
  };
  acceptInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the invitation. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          secret: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Organization'];
        };
      };
    };
  };
  getMcpClientRequest: {
    parameters: {
      query: {
        /** @description `code`. */
        response_type: 'code';
        /** @description That of the app. */
        client_id: string;
        /** @description An address that the app has registered. */
        redirect_uri: string;
        /** @description The SHA-256 (base64url) of the verifier. */
        code_challenge: string;
        /** @description `S256`. */
        code_challenge_method: 'S256';
        /** @description Sent back with the answer. */
        state?: string;
        /** @description The scopes that the app wants; those of the tools by default. */
        scope?: string;
        /** @description The address of `/mcp`, if any. */
        resource?: string;
      };
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['McpClientRequest'];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listMcpClients: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an answer that the caller has: 304 while it is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['McpClient'][];
        };
      };
      /** @description The answer that `If-None-Match` names is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createMcpClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewMcpClient'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthorizedMcpClient'];
        };
      };
    };
  };
  deleteMcpClient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the MCP client. A UUID, `urn:uuid:…`, or the `href` of the resource, percent-encoded. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}

/** The code of a problem, which is the last part of its `type`. */
export type ProblemCode =
  | 'invalid_request'
  | 'unknown_connector_type'
  | 'invalid_configuration'
  | 'no_connector_instance'
  | 'unknown_reference'
  | 'authorization_expired'
  | 'other_browser'
  | 'invalid_json_ld'
  | 'answer_too_large'
  | 'invalid_client'
  | 'invalid_token'
  | 'not_signed_in'
  | 'sign_in_failed'
  | 'insufficient_role'
  | 'environment_deleted'
  | 'two_factor_needed'
  | 'insufficient_scope'
  | 'bound_to_subject'
  | 'origin_not_allowed'
  | 'other_person'
  | 'quota_exceeded'
  | 'not_found'
  | 'method_not_allowed'
  | 'already_exists'
  | 'no_mail_server'
  | 'last_owner'
  | 'unit_cycle'
  | 'no_sweep_held'
  | 'clients_attached'
  | 'instance_attached'
  | 'made_by_connector'
  | 'creator_removed'
  | 'superseded'
  | 'client_paused'
  | 'authorization_needed'
  | 'device_unavailable'
  | 'not_writable'
  | 'no_callback'
  | 'interaction_ended'
  | 'not_supported'
  | 'erasure_under_way'
  | 'idempotency_key_in_use'
  | 'position_gone'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'trial_failed'
  | 'remote_rejected'
  | 'rate_limited'
  | 'removal_failed'
  | 'internal'
  | 'remote_unauthorized'
  | 'remote_misconfigured'
  | 'another_device'
  | 'outcome_unknown'
  | 'unknown_call'
  | 'unavailable'
  | 'timeout';

/** The paths of POST that take no `Idempotency-Key`. */
export const pathsWithoutKey: readonly string[] = [
  '/connectors/try',
  '/connect/clients/{id}/authorization',
  '/events/ticket',
  '/environments/{id}/token',
  '/invitations/{id}/open',
];
