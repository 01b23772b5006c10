import type { Removal } from '../api/connectors.js';
import { counted } from './counted.js';

/** A sentence that says what would be deleted. */
export const RemovalPreview = ({ removal }: { removal: Removal }) => {
  const { clients, things, links } = removal;
  const parts = [
    clients.length > 0 && counted(clients.length, 'client'),
    things.length > 0 && counted(things.length, 'thing'),
    links.length > 0 && counted(links.length, 'link'),
  ].filter(Boolean);
  return (
    <p>
      {parts.length === 0
        ? 'Nothing else is deleted with it.'
        : `This deletes ${parts.join(', ')}.`}
    </p>
  );
};
