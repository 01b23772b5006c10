// Made from the OpenAPI document by `npm run generate:client`.

export interface paths {
  '/connectors/descriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Retrieve connector descriptions */
    get: operations['get_api_v1_connectors_descriptions'];
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
    /** Retrieve connector description */
    get: operations['get_api_v1_connectors_descriptions_id'];
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
    /** Retrieve connector instances */
    get: operations['get_api_v1_connectors_instances'];
    put?: never;
    /** Create connector instance */
    post: operations['post_api_v1_connectors_instances'];
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
    /** Retrieve connector instance */
    get: operations['get_api_v1_connectors_instances_id'];
    put?: never;
    post?: never;
    /** Delete connector instance */
    delete: operations['delete_api_v1_connectors_instances_id'];
    options?: never;
    head?: never;
    /**
     * Change connector instance
     * @description Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded for one of its clients, if it has any; until then, and if it fails, the old one stays. `clients_per_subject` can be changed, too; clients that there are stay.
     */
    patch: operations['patch_api_v1_connectors_instances_id'];
    trace?: never;
  };
  '/connectors/callbackurl': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get connector service callback url */
    get: operations['get_api_v1_connectors_callbackurl'];
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
    /** Retrieve connector clients */
    get: operations['get_api_v1_connectors_clients'];
    put?: never;
    /** Create connector client */
    post: operations['post_api_v1_connectors_clients'];
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
    /** Retrieve connector client */
    get: operations['get_api_v1_connectors_clients_id'];
    put?: never;
    post?: never;
    /**
     * Delete connector client
     * @description Also removes the things that the client created. While that fails, `GET` of the client has `removal`. What the remote technology refuses, such as to revoke a grant, is given up; with `force=true` the answer is 200 and says so.
     */
    delete: operations['delete_api_v1_connectors_clients_id'];
    options?: never;
    head?: never;
    /**
     * Change connector client
     * @description Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded; until then, and if it fails, the old one stays. Its things keep their ids and places.
     */
    patch: operations['patch_api_v1_connectors_clients_id'];
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
    post: operations['post_api_v1_connectors_clients_id_sweep'];
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
    post: operations['post_api_v1_connectors_clients_id_poll'];
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
    get: operations['get_api_v1_connectors_clients_id_unit_suggestions'];
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
     * @description Polls the remote technology once with the configurations of an instance and a client, and answers what it found: the devices (the first 100), or the error that the client would have. Nothing is stored. Connectors whose end users authorize clients cannot be tried.
     */
    post: operations['post_api_v1_connectors_try'];
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
    post: operations['post_api_v1_units_batch'];
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
    post: operations['post_api_v1_units_links_batch'];
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
    post: operations['post_api_v1_units_properties_batch'];
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
     * @description Conditions select units that meet all of them.
     */
    get: operations['get_api_v1_units'];
    put?: never;
    /** Create unit */
    post: operations['post_api_v1_units'];
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
    /** Retrieve unit */
    get: operations['get_api_v1_units_id'];
    put?: never;
    post?: never;
    /**
     * Delete unit
     * @description Removes the unit and its links, and nothing else.
     */
    delete: operations['delete_api_v1_units_id'];
    options?: never;
    head?: never;
    /**
     * Change unit
     * @description A JSON Merge Patch (RFC 7396): `properties` replaces all properties of the unit.
     */
    patch: operations['patch_api_v1_units_id'];
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
     * @description What is below the unit, as far as the caller sees it; what things tell only with `svc.things.read`. Lists have the thousand largest entries.
     */
    get: operations['get_api_v1_units_id_summary'];
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
    get: operations['get_api_v1_units_id_descendants'];
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
    get: operations['get_api_v1_units_id_ancestors'];
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
    /** Get unit references: parents */
    get: operations['get_api_v1_units_id_parents'];
    put?: never;
    /**
     * Add unit reference: parents
     * @description The link appears on the other unit in the opposite role.
     */
    post: operations['post_api_v1_units_id_parents'];
    /** Remove unit reference: parents */
    delete: operations['delete_api_v1_units_id_parents'];
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
    /** Remove unit reference: parents */
    delete: operations['delete_api_v1_units_id_parents_other'];
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
    /** Get unit references: children */
    get: operations['get_api_v1_units_id_children'];
    put?: never;
    /**
     * Add unit reference: children
     * @description The link appears on the other unit in the opposite role.
     */
    post: operations['post_api_v1_units_id_children'];
    /** Remove unit reference: children */
    delete: operations['delete_api_v1_units_id_children'];
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
    /** Remove unit reference: children */
    delete: operations['delete_api_v1_units_id_children_other'];
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
    /** Get subject references: subjects */
    get: operations['get_api_v1_units_id_subjects'];
    put?: never;
    /** Add subject reference */
    post: operations['post_api_v1_units_id_subjects'];
    /** Remove subject reference: subjects */
    delete: operations['delete_api_v1_units_id_subjects'];
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
    /** Remove subject reference: subjects */
    delete: operations['delete_api_v1_units_id_subjects_other'];
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
    /** Get thing references */
    get: operations['get_api_v1_units_id_things'];
    put?: never;
    /** Add thing reference */
    post: operations['post_api_v1_units_id_things'];
    /** Remove thing reference: things */
    delete: operations['delete_api_v1_units_id_things'];
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
    /** Remove thing reference: things */
    delete: operations['delete_api_v1_units_id_things_other'];
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
    /** Get properties */
    get: operations['get_api_v1_units_id_properties'];
    /**
     * Update property
     * @description The name selects the property.
     */
    put: operations['put_api_v1_units_id_properties'];
    /** Add property */
    post: operations['post_api_v1_units_id_properties'];
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
    /** Get property */
    get: operations['get_api_v1_units_id_properties_name'];
    /**
     * Set property
     * @description Adds the property or changes its value: only adds it with `If-None-Match: *`, and only changes it with `If-Match`.
     */
    put: operations['put_api_v1_units_id_properties_name'];
    post?: never;
    /** Delete property */
    delete: operations['delete_api_v1_units_id_properties_name'];
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
    get: operations['get_api_v1_subjects'];
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
    get: operations['get_api_v1_subjects_id'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
    get: operations['get_api_v1_units_id_visibility'];
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
    get: operations['get_api_v1_subjects_id_visibility'];
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
    get: operations['get_api_v1_things'];
    put?: never;
    /**
     * Create thing
     * @description A thing of the calling app, in the list of the subject.
     */
    post: operations['post_api_v1_things'];
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
    /** Retrieve thing */
    get: operations['get_api_v1_things_id'];
    put?: never;
    post?: never;
    /**
     * Delete thing
     * @description Only things that apps created; those of a connector client go with the client.
     */
    delete: operations['delete_api_v1_things_id'];
    options?: never;
    head?: never;
    /**
     * Change thing
     * @description A JSON Merge Patch (RFC 7396) of its definition. Of a thing of a connector it changes the title only; with null it has the one again that the connector finds. Values are written one by one.
     */
    patch: operations['patch_api_v1_things_id'];
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
     * Write a property, or invoke an action, of many things
     * @description Of up to 1000 things, which are selected once, as `GET /things` does. Each is asked as if alone, a few of each creator at a time. Needs `svc.things.admin` for a property, `svc.things.act` for an action. `Prefer: wait=<seconds>` waits for the end.
     */
    post: operations['post_api_v1_interactions_batch'];
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
     * Retrieve what has become of each thing
     * @description Of an interaction with many things.
     */
    get: operations['get_api_v1_interactions_id_results'];
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
     * Cancel what has not begun
     * @description Of an interaction with many things; what runs ends by itself. Needs `svc.things.admin` for a property, `svc.things.act` for an action.
     */
    post: operations['post_api_v1_interactions_id_cancel'];
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
    /** Read all properties of a thing */
    get: operations['get_api_v1_things_id_properties'];
    put?: never;
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
    get: operations['get_api_v1_things_id_properties_name'];
    /**
     * Write a property of a thing
     * @description The value for a connector's thing goes to the remote technology. The app that created a thing writes what it knows of it, read-only properties included.
     */
    put: operations['put_api_v1_things_id_properties_name'];
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
     * @description The body is the input of the action; the answer is its output.
     */
    post: operations['post_api_v1_things_id_actions_name'];
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
    post: operations['post_api_v1_connectors_callback'];
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
    get: operations['get_api_v1_interactions_id'];
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
    get: operations['get_api_v1_things_id_properties_name_history'];
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
    get: operations['get_api_v1_history'];
    put?: never;
    post?: never;
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
    get: operations['get_api_v1_changes'];
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
    /** Retrieve the callback of the calling app */
    get: operations['get_api_v1_callback'];
    /**
     * Register the callback of the calling app
     * @description Action requests for the things that the app has created are posted there, signed as Standard Webhooks. The secret stays the same unless `rotate_secret` is set; then both sign for a day.
     */
    put: operations['put_api_v1_callback'];
    post?: never;
    /** Delete the callback of the calling app */
    delete: operations['delete_api_v1_callback'];
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
     * @description What happened after `from`, up to now, as far as the callback has subscribed to it: one message after another, in the order of changes, under ids of their own. `from` is a `cursor` of `GET /changes` or the id of an event. A message that fails for good ends the replay.
     */
    post: operations['post_api_v1_callback_replay'];
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
     * @description What was sent to the callback in the last seven days.
     */
    get: operations['get_api_v1_callback_deliveries'];
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
    /** Retrieve delivery */
    get: operations['get_api_v1_callback_deliveries_id'];
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
    post: operations['post_api_v1_callback_deliveries_id_redeliveries'];
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
    get: operations['get_api_v1_limits'];
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
     * @description What changed something, or was refused, newest first. With a subject, what was done for it.
     */
    get: operations['get_api_v1_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @example {
     *       "connector_type_id": "simulator",
     *       "configuration": {
     *         "application_key": "any text"
     *       }
     *     }
     */
    NewConnectorInstance: {
      /** @description The `type_id` of a connector description. */
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
    /**
     * @example {
     *       "connector_type_id": "simulator",
     *       "configuration": {
     *         "application_key": "any text"
     *       }
     *     }
     */
    NewConnectorClient: {
      /** @description The `type_id` of a connector description. */
      connector_type_id: string;
      /** @description Depends on the type; its description has a sample and a JSON Schema. */
      configuration: {
        [key: string]: unknown;
      };
      /** @description Tells it from other clients of the subject, if there can be several. */
      name?: string;
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
      /** @description The `type_id` of a connector description. */
      connector_type_id: string;
      instance_configuration: {
        [key: string]: unknown;
      };
      client_configuration: {
        [key: string]: unknown;
      };
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
      properties?: {
        name: string;
        /** @description Any JSON value. */
        value: unknown;
      }[];
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
      properties?:
        | {
            name: string;
            /** @description Any JSON value. */
            value: unknown;
          }[]
        | null;
    };
    /**
     * @example {
     *       "name": "floor_area",
     *       "value": {
     *         "@context": "https://schema.org",
     *         "@type": "QuantitativeValue",
     *         "value": 42,
     *         "unitCode": "MTK"
     *       }
     *     }
     */
    Property: {
      name: string;
      /** @description Any JSON value. */
      value: unknown;
    };
    /**
     * @example {
     *       "value": 42
     *     }
     */
    NamedProperty: {
      name?: string;
      /** @description Any JSON value. */
      value: unknown;
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
          oneOf?: components['schemas']['__schema0'];
          enum?: unknown[];
          readOnly?: boolean;
          writeOnly?: boolean;
          format?: string;
          items?: components['schemas']['__schema1'] | components['schemas']['__schema1'][];
          minItems?: number;
          maxItems?: number;
          properties?: {
            [key: string]: components['schemas']['__schema1'];
          };
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
      oneOf?: components['schemas']['__schema0'];
      enum?: unknown[];
      readOnly?: boolean;
      writeOnly?: boolean;
      format?: string;
      items?: components['schemas']['__schema1'] | components['schemas']['__schema1'][];
      minItems?: number;
      maxItems?: number;
      properties?: {
        [key: string]: components['schemas']['__schema1'];
      };
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
    } & {
      [key: string]: unknown;
    };
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
        /** @description An expression in RSQL, such as `type==Light;values.on==true`. */
        q?: string;
        /** @description The unit that it is in directly. */
        in?: string;
        /** @description A unit that it is in, or that is anywhere above. */
        below?: string;
        /** @description Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first. */
        search?: string;
        /**
         * @description By what the list is sorted; with `-` the other way round.
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
        'thing_created' | 'thing_deleted' | 'thing_event' | 'client_status_changed' | 'batch_ended'
      )[];
      /** @default false */
      rotate_secret?: boolean;
    };
    Replay: {
      from: string;
    };
    __schema0: components['schemas']['__schema1'][];
    __schema1: components['schemas']['DataSchema'];
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
      quota?: {
        name: string;
        limit: number;
        used: number;
      };
      /** @enum {string} */
      remedy?: 'retry' | 'reauthorize' | 'fix-configuration';
    } & {
      [key: string]: unknown;
    };
    Reference: {
      /**
       * Format: uri
       * @description Address of the referenced resource.
       */
      href: string;
    };
    ConnectorInstance: {
      /** Format: uuid */
      id: string;
      connector: components['schemas']['Reference'];
      clients: components['schemas']['Reference'][];
      /** @default 1 */
      clients_per_subject: number;
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
    ConnectorClient: {
      /** Format: uuid */
      id: string;
      instance: components['schemas']['Reference'];
      connector: components['schemas']['Reference'];
      subject: components['schemas']['Reference'];
      name?: string;
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
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
          | 'sweep_held';
        detail: string;
        /** Format: date-time */
        since: string;
        /** @enum {string} */
        remedy?: 'retry' | 'reauthorize' | 'fix-configuration';
      };
      warnings: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
          | 'sweep_held';
        detail: string;
        connector_thing_id?: string;
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
        state: 'connecting' | 'connected' | 'disconnected';
        /** Format: date-time */
        since: string;
      };
      last_polled: string | null;
      next_poll: string | null;
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
      /** @description Where the subject's browser has to go to authorize the client, while that is needed. */
      authorization?: components['schemas']['Reference'];
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
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
          | 'sweep_held';
        detail: string;
        /** @enum {string} */
        remedy?: 'retry' | 'reauthorize' | 'fix-configuration';
      };
      warnings: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
          | 'sweep_held';
        detail: string;
        connector_thing_id?: string;
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
            oneOf?: components['schemas']['__schema2'];
            enum?: unknown[];
            readOnly?: boolean;
            writeOnly?: boolean;
            format?: string;
            items?: components['schemas']['__schema3'] | components['schemas']['__schema3'][];
            minItems?: number;
            maxItems?: number;
            properties?: {
              [key: string]: components['schemas']['__schema3'];
            };
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
            input?: components['schemas']['DataSchemaOutput'];
            output?: components['schemas']['DataSchemaOutput'];
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
            data?: components['schemas']['DataSchemaOutput'];
          } & {
            [key: string]: unknown;
          };
        };
      }[];
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
    Unit: {
      /** Format: uuid */
      id: string;
      name: string;
      type: string;
      things: components['schemas']['Reference'][];
      properties: components['schemas']['PropertyOutput'][];
      children: components['schemas']['Reference'][];
      parents: components['schemas']['Reference'][];
      subjects: components['schemas']['Reference'][];
      /** @description The creating subject, or the developer. */
      owner: string;
      /** @description Lists of which only the first entries are shown here: 1000, and properties up to 4 MiB. */
      truncated?: ('things' | 'children' | 'parents' | 'subjects' | 'properties')[];
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
      /** @description Connector clients of these things that need attention. */
      clients?: {
        /** Format: uri */
        href: string;
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
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
    ThingValues: {
      /** Format: uuid */
      id: string;
      /** Format: uri */
      href: string;
      title: string;
      '@type': string[];
      /** @description Current values by the names of properties; those that are not known are left out. */
      values: {
        [key: string]: unknown;
      };
      available: boolean;
    };
    /** @description W3C Web of Things Thing Description 1.1. */
    ThingDescription: {
      '@context': (
        | string
        | {
            [key: string]: string;
          }
      )[];
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
          oneOf?: components['schemas']['__schema2'];
          enum?: unknown[];
          readOnly?: boolean;
          writeOnly?: boolean;
          format?: string;
          items?: components['schemas']['__schema3'] | components['schemas']['__schema3'][];
          minItems?: number;
          maxItems?: number;
          properties?: {
            [key: string]: components['schemas']['__schema3'];
          };
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
          observable?: boolean;
          /** @description Any JSON value. */
          value?: unknown;
          /** Format: date-time */
          changed?: string;
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
          input?: components['schemas']['DataSchemaOutput'];
          output?: components['schemas']['DataSchemaOutput'];
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
          data?: components['schemas']['DataSchemaOutput'];
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
        [key: string]: components['schemas']['DataSchemaOutput'];
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
        reason?: 'client_error' | 'device_error' | 'never_observed' | 'no_values' | 'sweep_held';
        /** @enum {string} */
        code?:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
          | 'sweep_held';
        /** Format: date-time */
        since?: string;
      };
      created_by:
        | components['schemas']['Reference']
        | {
            app: string;
          };
      subject?: components['schemas']['Reference'];
    };
    Subject: {
      id: string;
      units: components['schemas']['Reference'][];
      things: components['schemas']['Reference'][];
      clients: components['schemas']['Reference'][];
    };
    SeeingSubject: {
      /**
       * Format: uri
       * @description Address of the referenced resource.
       */
      href: string;
      /** @description `owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. */
      reasons: ('owner' | 'linked')[];
    };
    VisibleUnit: {
      /**
       * Format: uri
       * @description Address of the referenced resource.
       */
      href: string;
      /** @description `owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. */
      reasons: ('owner' | 'linked')[];
    };
    InteractionBatchPreview: {
      things: {
        thing: components['schemas']['Reference'];
        /** @description Why it would fail; it would be asked otherwise. */
        problem?: components['schemas']['Problem'];
      }[];
    };
    /** @description A write or an action of many things. */
    InteractionBatch: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      operation: 'writeproperty' | 'invokeaction';
      name: string;
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
    Interaction: {
      /** Format: uuid */
      id: string;
      thing: components['schemas']['Reference'];
      /** @enum {string} */
      operation: 'writeproperty' | 'invokeaction';
      name: string;
      /** @enum {string} */
      status: 'pending' | 'completed' | 'failed' | 'cancelled';
      /** @description Any JSON value. */
      output?: unknown;
      problem?: components['schemas']['Problem'];
      /** Format: date-time */
      requested: string;
      /** Format: date-time */
      ended?: string;
      /** Format: uri */
      href: string;
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
    Changes: {
      changes: components['schemas']['Change'][];
      /** @description Where to continue. */
      cursor: string;
      /** @description Whether there may be more at once. */
      more: boolean;
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
      error?: {
        /** @enum {string} */
        code:
          | 'unavailable'
          | 'authorization_required'
          | 'misconfigured'
          | 'connector_failed'
          | 'set_aside'
          | 'quota_exceeded'
          | 'no_values'
          | 'flooding'
          | 'sweep_held';
      };
    };
    Callback: {
      url: string;
      events: (
        'thing_created' | 'thing_deleted' | 'thing_event' | 'client_status_changed' | 'batch_ended'
      )[];
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      modified: string;
      /** @description Signs the messages (Standard Webhooks). Shown only when it is new. */
      secret?: string;
    };
    Delivery: {
      /** Format: uuid */
      id: string;
      type: string;
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
      /** @description Any JSON value. */
      payload: unknown;
    };
    /** @description The quotas of an account. */
    Limits: {
      quotas: components['schemas']['Quota'][];
    };
    Quota: {
      /** @enum {string} */
      name:
        | 'units'
        | 'things'
        | 'history_values'
        | 'unit_properties'
        | 'unit_bytes'
        | 'connector_instances'
        | 'connector_clients'
        | 'client_things'
        | 'pending_interactions'
        | 'client_pending_interactions'
        | 'callbacks';
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
    AuditEntry: {
      /** Format: uuid */
      id: string;
      /** @description `app`: the client id of the access token; `subject`: an end user in a browser; `operator`: somebody who runs this service. */
      actor: {
        /** @enum {string} */
        type: 'app' | 'subject' | 'operator';
        id: string;
      };
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
    __schema2: components['schemas']['__schema3'][];
    __schema3: components['schemas']['DataSchemaOutput'];
    /** @description A data schema of the Thing Description 1.1. */
    DataSchemaOutput: {
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
      oneOf?: components['schemas']['__schema2'];
      enum?: unknown[];
      readOnly?: boolean;
      writeOnly?: boolean;
      format?: string;
      items?: components['schemas']['__schema3'] | components['schemas']['__schema3'][];
      minItems?: number;
      maxItems?: number;
      properties?: {
        [key: string]: components['schemas']['__schema3'];
      };
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
    } & {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "name": "floor_area",
     *       "value": {
     *         "@context": "https://schema.org",
     *         "@type": "QuantitativeValue",
     *         "value": 42,
     *         "unitCode": "MTK"
     *       }
     *     }
     */
    PropertyOutput: {
      name: string;
      /** @description Any JSON value. */
      value: unknown;
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
  get_api_v1_connectors_descriptions: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorDescription'][];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_connectors_descriptions_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorDescription'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_connectors_instances: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_connectors_instances: {
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
        'application/json': components['schemas']['NewConnectorInstance'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
          };
        };
      };
    };
  };
  get_api_v1_connectors_instances_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` that the caller has the answer of: 304 while that is current. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorInstance'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_connectors_instances_id: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be removed. */
        dry_run?: 'true' | 'false';
      };
      header?: never;
      path: {
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
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patch_api_v1_connectors_instances_id: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
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
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_connectors_callbackurl: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
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
  get_api_v1_connectors_clients: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_connectors_clients: {
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
        'application/json': components['schemas']['NewConnectorClient'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            client_id: string;
          };
        };
      };
      /** @description The subject's browser must go to `Location`, which leads to the authorization server */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            client_id: string;
          };
        };
      };
    };
  };
  get_api_v1_connectors_clients_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description An `ETag` that the caller has the answer of: 304 while that is current. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_connectors_clients_id: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be removed. */
        dry_run?: 'true' | 'false';
        /** @description Answers what the remote technology refused, and was given up. */
        force?: 'true' | 'false';
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
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
                    | 'connector_failed'
                    | 'set_aside'
                    | 'quota_exceeded'
                    | 'no_values'
                    | 'flooding'
                    | 'sweep_held';
                  detail: string;
                }[];
              };
        };
      };
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patch_api_v1_connectors_clients_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
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
      /** @description The changed resource, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorClient'];
        };
      };
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  post_api_v1_connectors_clients_id_sweep: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          action: 'accept' | 'wait';
        };
      };
    };
    responses: {
      /** @description Success */
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
  post_api_v1_connectors_clients_id_poll: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
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
  get_api_v1_connectors_clients_id_unit_suggestions: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitSuggestion'][];
        };
      };
    };
  };
  post_api_v1_connectors_try: {
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
      /** @description Success */
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
  post_api_v1_units_batch: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          items: {
            name: string;
            type: string;
            properties?: {
              name: string;
              /** @description Any JSON value. */
              value: unknown;
            }[];
          }[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            results: components['schemas']['BatchResult'][];
          };
        };
      };
    };
  };
  post_api_v1_units_links_batch: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          items: {
            unit: string;
            parent: string;
          }[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            results: components['schemas']['BatchResult'][];
          };
        };
      };
    };
  };
  post_api_v1_units_properties_batch: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
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
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            results: components['schemas']['BatchResult'][];
          };
        };
      };
    };
  };
  get_api_v1_units: {
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
        /** @description An expression in RSQL, such as `type==Light;values.on==true`. */
        q?: string;
        /** @description Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first. */
        search?: string;
        /** @description By what the list is sorted; with `-` the other way round. */
        sort?: 'name' | '-name' | 'created' | '-created';
        /** @description The unit that it is in directly. */
        in?: string;
        /** @description A unit that it is in, or that is anywhere above. */
        below?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_units: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
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
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
          };
        };
      };
    };
  };
  get_api_v1_units_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description An `ETag` that the caller has the answer of: 304 while that is current. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Unit'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_units_id: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be removed. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
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
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patch_api_v1_units_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
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
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_units_id_summary: {
    parameters: {
      query?: {
        /** @description Names of properties whose current numbers are summed up, separated by commas, such as `temperature,power`: those of capabilities, or others. */
        of?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnitSummary'];
        };
      };
    };
  };
  get_api_v1_units_id_descendants: {
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
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  get_api_v1_units_id_ancestors: {
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
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  get_api_v1_units_id_parents: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_units_id_parents: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
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
  delete_api_v1_units_id_parents: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_units_id_parents_other: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_units_id_children: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_units_id_children: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
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
  delete_api_v1_units_id_children: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_units_id_children_other: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_units_id_subjects: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_units_id_subjects: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
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
  delete_api_v1_units_id_subjects: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_units_id_subjects_other: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_units_id_things: {
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
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ThingValues'][] | components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_units_id_things: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
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
  delete_api_v1_units_id_things: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: string;
        };
      };
    };
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_units_id_things_other: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        other: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  get_api_v1_units_id_properties: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyOutput'][];
        };
      };
    };
  };
  put_api_v1_units_id_properties: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description With `*`, 412 when the resource is there already. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Property'];
      };
    };
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  post_api_v1_units_id_properties: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Property'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyOutput'];
        };
      };
    };
  };
  get_api_v1_units_id_properties_name: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description An `ETag` that the caller has the answer of: 304 while that is current. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyOutput'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  put_api_v1_units_id_properties_name: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description With `*`, 412 when the resource is there already. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NamedProperty'];
      };
    };
    responses: {
      /** @description The changed property, with `Prefer: return=representation` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyOutput'];
        };
      };
      /** @description It is new */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyOutput'];
        };
      };
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_units_id_properties_name: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PropertyOutput'];
        };
      };
    };
  };
  get_api_v1_subjects: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Reference'][];
        };
      };
    };
  };
  get_api_v1_subjects_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subject'];
        };
      };
    };
  };
  get_api_v1_units_id_visibility: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only this subject; the list is empty where it does not see the unit. */
        subject?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SeeingSubject'][];
        };
      };
    };
  };
  get_api_v1_subjects_id_visibility: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        /** @description Only this unit; the list is empty where the subject does not see it. */
        unit?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VisibleUnit'][];
        };
      };
    };
  };
  get_api_v1_things: {
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
        /** @description An expression in RSQL, such as `type==Light;values.on==true`. */
        q?: string;
        /** @description The unit that it is in directly. */
        in?: string;
        /** @description A unit that it is in, or that is anywhere above. */
        below?: string;
        /** @description Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first. */
        search?: string;
        /** @description By what the list is sorted; with `-` the other way round. */
        sort?: 'title' | '-title' | 'created' | '-created';
        /** @description Shows the titles, types and current values of the things. */
        view?: 'values';
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ThingValues'][] | components['schemas']['Reference'][];
        };
      };
    };
  };
  post_api_v1_things: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
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
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ThingDescription'];
        };
      };
    };
  };
  get_api_v1_things_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description An `ETag` that the caller has the answer of: 304 while that is current. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ThingDescription'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  delete_api_v1_things_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patch_api_v1_things_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description The `ETag` of the resource that the caller has read: 412 when it has changed since. */
        'If-Match'?: string;
        /** @description `return=representation` answers the changed resource (RFC 7240). */
        Prefer?: string;
      };
      path: {
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
          'application/json': components['schemas']['ThingDescription'];
        };
      };
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  post_api_v1_interactions_batch: {
    parameters: {
      query?: {
        /** @description Changes nothing and answers what would be asked. */
        dry_run?: 'true' | 'false';
      };
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
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
      /** @description What would be asked (`dry_run`), or the batch that has ended */
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
      /** @description Success */
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
  get_api_v1_interactions_id_results: {
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
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionBatchResult'][];
        };
      };
    };
  };
  post_api_v1_interactions_id_cancel: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
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
  get_api_v1_things_id_properties: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  get_api_v1_things_id_properties_name: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': unknown;
        };
      };
    };
  };
  put_api_v1_things_id_properties_name: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
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
      /** @description It takes longer; `Location` leads to the outcome. `Prefer: wait=<seconds>` or `respond-async` (RFC 7240) sets how long to wait, 5 seconds by default and 20 at most. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Interaction'];
        };
      };
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  post_api_v1_things_id_actions_name: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
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
      /** @description Success */
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
  post_api_v1_connectors_callback: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          thing_id: string;
          action: string;
          /** @description Any JSON value. */
          input?: unknown;
        };
      };
    };
    responses: {
      /** @description Success */
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
  get_api_v1_interactions_id: {
    parameters: {
      query?: never;
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['Interaction'] | components['schemas']['InteractionBatch'];
        };
      };
    };
  };
  get_api_v1_things_id_properties_name_history: {
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
        'X-External-Subject-Id'?: string;
      };
      path: {
        id: string;
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['HistoricValue'][] | components['schemas']['HistoricInterval'][];
        };
      };
    };
  };
  get_api_v1_history: {
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
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoricSeries'][];
        };
      };
    };
  };
  get_api_v1_changes: {
    parameters: {
      query?: {
        /** @description The position after which changes are told: a `cursor` or the `id` of a change or an event. Without one, the present position is told, and no changes. */
        cursor?: string;
        /** @description Kinds of changes, separated by commas. */
        kind?: string;
        /** @description Changes on a page. */
        limit?: number;
        /** @description How long to wait while there are no changes (s). */
        wait?: number;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
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
  get_api_v1_callback: {
    parameters: {
      query?: never;
      header?: {
        /** @description An `ETag` that the caller has the answer of: 304 while that is current. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
      /** @description Is what `If-None-Match` names */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  put_api_v1_callback: {
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
      /** @description Success */
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
  delete_api_v1_callback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  post_api_v1_callback_replay: {
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
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
          };
        };
      };
    };
  };
  get_api_v1_callback_deliveries: {
    parameters: {
      query?: {
        /** @description Items on a page, 1000 by default. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
        status?: 'pending' | 'delivered' | 'failed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'][];
        };
      };
    };
  };
  get_api_v1_callback_deliveries_id: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
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
  post_api_v1_callback_deliveries_id_redeliveries: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request safe to repeat for 24 hours: a repetition with the same key and body gets the answer of the first. 1 to 255 visible ASCII characters. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
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
  get_api_v1_limits: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Limits'];
        };
      };
    };
  };
  get_api_v1_audit: {
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
        /** @description Entries of this operation. */
        operation?: string;
        /** @description Entries that name this id. */
        resource?: string;
        /** @description Items on a page, 1000 by default. A page that has to pass over many others may have fewer, or none, and still a next one. */
        limit?: number;
        /** @description Where the page begins, from the `Link` of the previous page. */
        cursor?: string;
      };
      header?: {
        'X-External-Subject-Id'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEntry'][];
        };
      };
    };
  };
}

/** What a problem is, by the last part of its `type`. */
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
  | 'insufficient_scope'
  | 'quota_exceeded'
  | 'not_found'
  | 'method_not_allowed'
  | 'already_exists'
  | 'unit_cycle'
  | 'no_sweep_held'
  | 'clients_attached'
  | 'made_by_connector'
  | 'creator_removed'
  | 'superseded'
  | 'not_writable'
  | 'no_callback'
  | 'interaction_ended'
  | 'not_supported'
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
  | 'outcome_unknown'
  | 'unknown_call'
  | 'unavailable'
  | 'timeout';

/** The paths of POST that take no `Idempotency-Key`. */
export const pathsWithoutKey: readonly string[] = ['/connectors/try'];
