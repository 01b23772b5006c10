import { Link } from '@tanstack/react-router';
import { bareId, idOf } from '../api/references.js';
import type { Thing } from '../api/things.js';
import { Facts } from '../components/facts.js';
import { Card } from '../components/page.js';
import { ExactTime } from '../components/time.js';
import { Availability } from './availability.js';

/** Facts about a thing other than its values. */
export function ThingFacts({ thing }: { thing: Thing }) {
  const { created_by, subject } = thing;
  const client = 'href' in created_by ? idOf(created_by.href) : undefined;
  return (
    <Card>
      <Facts
        facts={{
          Availability: <Availability thing={thing} />,
          Types: thing['@type']?.join(', '),
          Subject: subject && (
            <Link to="/subjects/$id" params={{ id: idOf(subject.href) }}>
              {idOf(subject.href)}
            </Link>
          ),
          'Created by':
            client === undefined ? (
              `the app ${'app' in created_by ? created_by.app : ''}`
            ) : (
              <Link to="/clients/$id" params={{ id: client }}>
                a connector client
              </Link>
            ),
          Created: <ExactTime at={thing.created} />,
          Modified: <ExactTime at={thing.modified} />,
          Id: <code>{bareId(thing.id)}</code>,
        }}
      />
    </Card>
  );
}
