import { action, property } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { supports } from './state.js';
import { numberOf } from './values.js';

/** `TodoListEntityFeature`. */
const feature = { create: 1, delete: 2, update: 4 };

const item = {
  type: 'object' as const,
  properties: { item: { type: 'string' as const, title: 'Item', minLength: 1, maxLength: 256 } },
  required: ['item'],
};

/**
 * A to-do list; its state is the number of open items (developers.home-assistant.io, "To-do list entity"). The items
 * are not part of it.
 */
export const todo: Domain = (state) => {
  const act = (name: string, title: string, service: string, more: object = {}) =>
    action(name, { title, input: item }, ({ item: named }: { item: string }) =>
      callService(state, service, { item: named, ...more }),
    );
  return [
    property(
      'open_items',
      { type: 'integer', title: 'Open items', minimum: 0 },
      { value: numberOf(state.state) },
    ),
    ...when(supports(state, feature.create), act('add_item', 'Add an item', 'add_item')),
    ...when(
      supports(state, feature.update),
      act('complete_item', 'Complete an item', 'update_item', { status: 'completed' }),
    ),
    ...when(supports(state, feature.delete), act('remove_item', 'Remove an item', 'remove_item')),
  ];
};
