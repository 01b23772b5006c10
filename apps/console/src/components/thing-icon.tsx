import {
  IconWindow,
  IconBulb,
  IconCube,
  IconDoor,
  IconLock,
  IconPlug,
  IconRun,
  IconTemperature,
  IconToggleLeft,
  IconWind,
} from '@tabler/icons-react';

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

export function ThingIcon({ types, size = 18 }: { types: string[]; size?: number }) {
  const known = types.find((type): type is keyof typeof icons => type in icons);
  const Icon = known ? icons[known] : IconCube;
  return <Icon size={size} stroke={1.5} aria-hidden="true" />;
}
