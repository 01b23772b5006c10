import {
  IconBulb,
  IconCube,
  IconDoor,
  IconLock,
  IconPlug,
  IconRun,
  IconTemperature,
  IconToggleLeft,
  IconWind,
  IconWindow,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { idOf } from '../api/references.js';
import { thingsQuery, type Target, type ThingConditions, type ThingValues } from '../api/things.js';
import { useTrellis } from '../session/session.js';
import { AvailabilityStatus } from './availability-status.js';
import { formatValue } from './format.js';
import { Empty, ListItem, PagedList } from './list.js';
import { Requested, TargetStatus } from './target.js';
import classes from './thing-list.module.css';

interface ThingListProps {
  conditions: ThingConditions;
  empty: ReactNode;
}

export function ThingList({ conditions, empty }: ThingListProps) {
  const query = useInfiniteQuery(thingsQuery(useTrellis(), conditions));
  const isOfMany = conditions.subject === undefined && conditions.client === undefined;
  return (
    <PagedList
      query={query}
      label="Things"
      lines={6}
      empty={<Empty title="No things">{empty}</Empty>}
    >
      {(thing) => <ThingRow key={thing.id} thing={thing} isOfMany={isOfMany} />}
    </PagedList>
  );
}

/** The type of the property `on`, which lists of values do not include. */
const onOff = { '@type': 'OnOffProperty' };

const maxValues = 3;

interface ThingRowProps {
  thing: ThingValues;
  /** Whether the list may have things of several subjects. */
  isOfMany: boolean;
}

/** Memoized, so that a line renders again only if its own thing changed. */
const ThingRow = memo(function ThingRow({ thing, isOfMany }: ThingRowProps) {
  const { id, title, subject, values, units = {}, targets = {}, availability } = thing;
  const types = thing['@type'];
  return (
    <ListItem
      title={
        <span className={classes.title}>
          <span className={classes.icon}>
            <ThingIcon types={types} />
          </span>
          <Link to="/things/$id" params={{ id }}>
            {title}
          </Link>
        </span>
      }
      note={isOfMany && subject && idOf(subject.href)}
      side={
        <>
          <span className={classes.values}>
            {Object.entries(values)
              .filter(([, value]) => typeof value !== 'object')
              .slice(0, maxValues)
              .map(([name, value]) => (
                <NamedValue
                  key={name}
                  name={name}
                  value={value}
                  unit={units[name]}
                  target={targets[name]}
                />
              ))}
          </span>
          <span className={classes.state}>
            <AvailabilityStatus state={availability.state} />
          </span>
        </>
      }
    />
  );
});

interface NamedValueProps {
  name: string;
  value: unknown;
  unit: string | undefined;
  target: Target | undefined;
}

function NamedValue({ name, value, unit, target }: NamedValueProps) {
  const schema = name === 'on' ? onOff : { unit };
  return (
    <span>
      <span className={classes.name}>{name.replaceAll('_', ' ')}</span> {formatValue(value, schema)}
      {target && (
        <>
          <Requested target={target} schema={schema} /> <TargetStatus target={target} isShort />
        </>
      )}
    </span>
  );
}

const icons = {
  Light: IconBulb,
  SmartPlug: IconPlug,
  Thermostat: IconTemperature,
  TemperatureSensor: IconTemperature,
  's4bldg:ShadingDevice': IconWindow,
  Lock: IconLock,
  DoorSensor: IconDoor,
  MotionSensor: IconRun,
  's4bldg:Fan': IconWind,
  OnOffSwitch: IconToggleLeft,
} as const;

function ThingIcon({ types, size = 18 }: { types: string[]; size?: number }) {
  const known = types.find((type): type is keyof typeof icons => type in icons);
  const Icon = known ? icons[known] : IconCube;
  return <Icon size={size} stroke={1.5} aria-hidden="true" />;
}
