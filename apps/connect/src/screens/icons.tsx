/** Strokes on a grid of 24 by 24, by the `@type` of things. */
const paths = {
  light:
    'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21',
  thermostat: 'M10 13.5V5a2 2 0 1 1 4 0v8.5a4 4 0 1 1-4 0zM12 10v6',
  sensor:
    'M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7.8 16.2a6 6 0 0 1 0-8.4M16.2 7.8a6 6 0 0 1 0 8.4M5 19a9.9 9.9 0 0 1 0-14M19 5a9.9 9.9 0 0 1 0 14',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  shade: 'M4 4h16M6 4v13h12V4M6 8h12M6 12h12M12 17v3',
  fan: 'M12 12c0-5 1-8 3.5-8S18 9 12 12zM12 12c5 0 8 1 8 3.5S15 18 12 12zM12 12c0 5-1 8-3.5 8S6 15 12 12zM12 12c-5 0-8-1-8-3.5S9 6 12 12z',
  button: 'M5 5h14v14H5zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  camera: 'M3 7h13v10H3zM16 11l5-3v8l-5-3',
  device: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
};

const byType: [RegExp, keyof typeof paths][] = [
  [/Light/, 'light'],
  [/SmartPlug/, 'plug'],
  [/Thermostat/, 'thermostat'],
  [/Lock/, 'lock'],
  [/Shading|Shutter/, 'shade'],
  [/Fan/, 'fan'],
  [/Button/, 'button'],
  [/Camera|Doorbell/, 'camera'],
  [/OnOffSwitch/, 'plug'],
  [/Temperature/, 'thermostat'],
  [/Sensor|Meter|Monitor/, 'sensor'],
];

export function KindIcon({ types }: { types: string[] }) {
  const kind = byType.find(([pattern]) => types.some((type) => pattern.test(type)))?.[1];
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[kind ?? 'device']} />
    </svg>
  );
}

const signs = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warning: 'M12 8v5M12 16.5v.500M12 3.5l9 16H3z',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
};

export const Sign = ({ name }: { name: keyof typeof signs }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={signs[name]} />
  </svg>
);
