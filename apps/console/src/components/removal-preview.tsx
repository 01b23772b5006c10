import type { Removal } from '../api/connectors.js';

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** What would be deleted. */
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
