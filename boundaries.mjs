/**
 * Who may import whom, by the tags in each package.json: a row for every tag. A project keeps to the
 * rows of all its tags. docs/architecture.md has the reasons.
 */
export const boundaries = [
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:page', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:lib', 'type:lab'] },
  { sourceTag: 'type:lab', onlyDependOnLibsWithTags: ['type:lib', 'type:tool'] },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:lib', 'type:app'] },

  { sourceTag: 'knows:agent', onlyDependOnLibsWithTags: ['knows:contracts', 'knows:testing'] },
  { sourceTag: 'knows:building-models', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:client', onlyDependOnLibsWithTags: ['knows:testing'] },
  {
    sourceTag: 'knows:cli',
    onlyDependOnLibsWithTags: ['knows:client', 'knows:schema-form', 'knows:testing'],
  },
  { sourceTag: 'knows:page', onlyDependOnLibsWithTags: ['knows:client', 'knows:schema-form'] },
  { sourceTag: 'knows:schema-form', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:sealing', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:mail', onlyDependOnLibsWithTags: ['knows:platform'] },
  { sourceTag: 'knows:local-postgres', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'knows:platform', onlyDependOnLibsWithTags: ['knows:contracts', 'knows:testing'] },
  { sourceTag: 'knows:testing', onlyDependOnLibsWithTags: ['knows:local-postgres'] },
  {
    sourceTag: 'knows:database',
    onlyDependOnLibsWithTags: ['knows:contracts', 'knows:platform', 'knows:testing'],
  },
  {
    sourceTag: 'knows:messaging',
    onlyDependOnLibsWithTags: ['knows:contracts', 'knows:platform', 'knows:testing'],
  },
  {
    sourceTag: 'knows:operations',
    onlyDependOnLibsWithTags: [
      'knows:contracts',
      'knows:messaging',
      'knows:platform',
      'knows:sealing',
      'knows:testing',
    ],
  },
  { sourceTag: 'knows:connector-sdk', onlyDependOnLibsWithTags: ['knows:contracts'] },
  { sourceTag: 'knows:jinja', onlyDependOnLibsWithTags: ['knows:connector-sdk'] },
  {
    sourceTag: 'knows:connectors',
    onlyDependOnLibsWithTags: ['knows:connector-sdk', 'knows:jinja', 'knows:testing'],
  },
  {
    sourceTag: 'knows:catalog',
    onlyDependOnLibsWithTags: ['knows:connector-sdk', 'knows:connectors'],
  },

  {
    sourceTag: 'knows:http',
    onlyDependOnLibsWithTags: [
      'knows:building-models',
      'knows:contracts',
      'knows:messaging',
      'knows:operations',
      'knows:platform',
      'knows:sealing',
      'knows:testing',
    ],
  },
  {
    sourceTag: 'knows:units',
    onlyDependOnLibsWithTags: [
      'knows:building-models',
      'knows:contracts',
      'knows:database',
      'knows:messaging',
      'knows:platform',
      'knows:testing',
    ],
  },
  {
    sourceTag: 'knows:connectors-runtime',
    onlyDependOnLibsWithTags: [
      'knows:catalog',
      'knows:connector-sdk',
      'knows:connectors',
      'knows:contracts',
      'knows:database',
      'knows:mail',
      'knows:messaging',
      'knows:platform',
      'knows:sealing',
      'knows:testing',
    ],
  },
  {
    sourceTag: 'knows:accounts',
    onlyDependOnLibsWithTags: [
      'knows:contracts',
      'knows:database',
      'knows:mail',
      'knows:messaging',
      'knows:platform',
      'knows:sealing',
      'knows:testing',
    ],
  },
];
