/** Strokes of the pictures, in a square of 24. */
const strokes = {
  air: 'M3 9h10.5a2.5 2.5 0 1 0-2.5-2.5M3 13h15a2.5 2.5 0 1 1-2.5 2.5M3 17h7a2 2 0 1 1-2 2',
  car: 'M4 16v-4l2-5h12l2 5v4zM4 12h16M7 16v2M17 16v2M7 14h1M16 14h1',
  charger:
    'M5 20V6a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v14M3.5 20h12M10 8l-2 4h3l-2 4M14 11h2.5v5a1.5 1.5 0 0 0 3 0V9L17 6.5',
  cloud: 'M7.5 18.5a4 4 0 0 1-.3-8 5.5 5.5 0 0 1 10.5 1.2 3.5 3.5 0 0 1-.2 6.8z',
  hub: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 9V4M12 20v-5M9.4 13.5L5 16M19 8l-4.4 2.5M9.4 10.5L5 8M19 16l-4.4-2.5',
  lamp: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  machine: 'M5 4h14v16H5zM5 8h14M8 6h.01M11 6h.01M12 10.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  meter: 'M4 17a8 8 0 1 1 16 0M12 17l4-5M7 17h.01M17 17h.01M12 9v1.5',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21',
  snow: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5',
  strip: 'M3 9c4-5 6 5 10 0s5-2 8 0M3 15c4-5 6 5 10 0s5-2 8 0M6 20h.01M12 20h.01M18 20h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  thermometer: 'M10 13.5V5a2 2 0 1 1 4 0v8.5a4 4 0 1 1-4 0zM12 9v7',
  tiles:
    'M12 3l4 2.3v4.6l-4 2.3-4-2.3V5.3zM8 12l4 2.3v4.6L8 21.2l-4-2.3v-4.6zM16 12l4 2.3v4.6l-4 2.3-4-2.3v-4.6z',
} as const;

export type Picture = keyof typeof strokes;

export const pictures = Object.keys(strokes) as Picture[];

/** Draws a logo, as the address of an SVG. */
export function logoOf({ picture, color }: { picture: Picture; color: string }): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="${color}"/>` +
    '<path fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" ' +
    `transform="translate(10.2 10.2) scale(1.15)" d="${strokes[picture]}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
