import { ActionIcon } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { bareId } from '../api/references.js';
import type { Property, Role, Thing } from '../api/things.js';
import { formatValue } from '../components/format.js';
import { Empty } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { isExpected, Requested, TargetStatus } from '../components/target.js';
import { Time } from '../components/values.js';
import { useRefusal } from '../session/rights.js';
import { Availability } from './availability.js';
import { PropertyControl } from './property-control.js';
import classes from './things.module.css';

const History = lazy(() => import('./history.js'));

const titles = {
  primary: 'Properties',
  configuration: 'Settings',
  diagnostic: 'Diagnostics',
};

/** The properties with a role; only those that are primary have a section even if there are none. */
export function Properties({ thing, role }: { thing: Thing; role: Role }) {
  const shown = Object.entries(thing.properties).filter(([, property]) => property.role === role);
  const isPrimary = role === 'primary';
  if (shown.length === 0 && !isPrimary) return null;
  return (
    <Section title={titles[role]} actions={isPrimary && <Availability thing={thing} />}>
      <Card isFlush>
        {shown.length === 0 ? (
          <Empty title="No properties">This thing has only actions or events.</Empty>
        ) : (
          <ul className={classes.properties}>
            {shown.map(([name, property]) => (
              <PropertyRow key={name} thing={thing} name={name} property={property} />
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}

interface PropertyRowProps {
  thing: Thing;
  name: string;
  property: Property;
}

function PropertyRow({ thing, name, property }: PropertyRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const stateId = useId();
  const refusal = useRefusal('svc.things.act');
  const id = bareId(thing.id);
  const title = property.title ?? name;
  const { value, changed, type, writeOnly, readOnly, target } = property;
  return (
    <li className={classes.property}>
      <div>
        <div className={classes.name}>{title}</div>
        {property.description && <div className={classes.note}>{property.description}</div>}
      </div>
      <div>
        <div className={classes.value}>
          {writeOnly ? '' : formatValue(value, property)}
          {target && <Requested target={target} schema={property} />}
        </div>
        <div className={classes.note}>
          <span role="status" id={stateId}>
            {target && <TargetStatus target={target} />}
          </span>
          {changed && !target && <Time at={changed} />}
        </div>
      </div>
      <div
        className={classes.control}
        role="group"
        title={refusal}
        aria-describedby={target && stateId}
        data-pending={isExpected(target) || undefined}
      >
        {readOnly !== true && (
          <PropertyControl
            id={id}
            name={name}
            property={property}
            isDisabled={refusal !== undefined}
          />
        )}
      </div>
      <div>
        {type !== 'object' && type !== 'array' && !writeOnly && (
          <ActionIcon
            variant={isOpen ? 'light' : 'subtle'}
            color="gray"
            aria-label={`History of ${title}`}
            title="History"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChartLine size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      {isOpen && (
        <div className={classes.chart}>
          <Suspense fallback={null}>
            <History id={id} name={name} property={property} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
