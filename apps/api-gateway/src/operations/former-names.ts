/**
 * The names that operations had in entries of the audit log before they got their own ids. Entries are kept for
 * `AUDIT_DAYS`; after that, this can go.
 */
const currentNames: Readonly<Record<string, string>> = {
  post_api_v1_connectors_instances: 'createConnectorInstance',
  patch_api_v1_connectors_instances_id: 'updateConnectorInstance',
  delete_api_v1_connectors_instances_id: 'deleteConnectorInstance',
  post_api_v1_connectors_clients: 'createConnectorClient',
  patch_api_v1_connectors_clients_id: 'updateConnectorClient',
  post_api_v1_connectors_clients_id_sweep: 'settleConnectorClientSweep',
  post_api_v1_connectors_clients_id_poll: 'pollConnectorClient',
  delete_api_v1_connectors_clients_id: 'deleteConnectorClient',
  delete_api_v1_connectors_clients_id_force: 'forceDeleteConnectorClient',
  get_api_v1_connectors_authorized: 'completeAuthorization',
  post_api_v1_units_batch: 'createUnits',
  post_api_v1_units_links_batch: 'linkUnits',
  post_api_v1_units_properties_batch: 'writeUnitProperties',
  post_api_v1_units_import: 'importUnits',
  post_api_v1_units_models: 'importModel',
  post_api_v1_units: 'createUnit',
  patch_api_v1_units_id: 'updateUnit',
  delete_api_v1_units_id: 'deleteUnit',
  post_api_v1_units_id_parents: 'linkParent',
  delete_api_v1_units_id_parents: 'unlinkParentInBody',
  delete_api_v1_units_id_parents_other: 'unlinkParent',
  post_api_v1_units_id_children: 'linkChild',
  delete_api_v1_units_id_children: 'unlinkChildInBody',
  delete_api_v1_units_id_children_other: 'unlinkChild',
  post_api_v1_units_id_subjects: 'linkSubject',
  delete_api_v1_units_id_subjects: 'unlinkSubjectInBody',
  delete_api_v1_units_id_subjects_other: 'unlinkSubject',
  post_api_v1_units_id_things: 'linkThing',
  delete_api_v1_units_id_things: 'unlinkThingInBody',
  delete_api_v1_units_id_things_other: 'unlinkThing',
  post_api_v1_units_id_properties: 'addUnitProperty',
  put_api_v1_units_id_properties: 'updateUnitProperty',
  put_api_v1_units_id_properties_name: 'setUnitProperty',
  delete_api_v1_units_id_properties_name: 'deleteUnitProperty',
  post_api_v1_things: 'createThing',
  patch_api_v1_things_id: 'updateThing',
  delete_api_v1_things_id: 'deleteThing',
  post_api_v1_interactions_batch: 'startInteractionBatch',
  post_api_v1_interactions_id_cancel: 'cancelInteractionBatch',
  put_api_v1_things_id_properties_name: 'writeThingProperty',
  post_api_v1_things_id_actions_name: 'invokeAction',
  post_api_v1_connectors_callback: 'requestAction',
  put_api_v1_callback: 'registerCallback',
  delete_api_v1_callback: 'deleteCallback',
  post_api_v1_callback_replay: 'replayEvents',
  post_api_v1_callback_deliveries_id_redeliveries: 'redeliverMessage',
  post_oauth2_token: 'createAccessToken',
};

const formerNames = new Map(Object.entries(currentNames).map(([former, name]) => [name, former]));

/** The present name of an operation that an entry or a caller names, perhaps by its former name. */
export const currentName = (operation: string): string =>
  Object.hasOwn(currentNames, operation) ? currentNames[operation]! : operation;

/** The name that an operation once had, if it had another. */
export const formerName = (operation: string): string | undefined => formerNames.get(operation);
