/** The groups of operations, in the order of the OpenAPI document. */
export const tags = {
  'Access tokens': 'How apps get the access tokens that all other operations need.',
  Apps: 'The programs of an account, each with the credentials by which it gets access tokens.',
  Connectors:
    'Connectors link remote technologies. An account configures an instance of a connector once; a client of it, ' +
    'for one subject, finds devices and makes things of them.',
  Connect: 'A page on which end users connect their technologies by themselves.',
  Things:
    'Devices and services as W3C Web of Things Thing Descriptions, with their values, actions, events and history.',
  Units:
    'Containers for things, such as buildings and rooms, in a graph without cycles, with properties, subjects and ' +
    'things.',
  Subjects: 'The end users of apps, by the ids that the account uses for them.',
  Changes: 'How everything but the values of things changes, to keep a copy up to date.',
  Callbacks: 'Messages to an app: actions of its things, and the events that it subscribes to.',
  Subscriptions: 'Events that meet conditions, posted to an address or read as a stream.',
  Limits: 'The quotas of an account.',
  'Audit log': 'Who changed what, and when.',
  Health: 'Whether the service can do its work; without access token.',
} as const;
