import { startApi, type ApiServer } from './server.js';

/** The values of the current weather that the API knows, with their units (open-meteo.com/en/docs). */
const weather: Record<string, { unit: string; value: number }> = {
  temperature_2m: { unit: '°C', value: 8.4 },
  relative_humidity_2m: { unit: '%', value: 81 },
  surface_pressure: { unit: 'hPa', value: 1009.6 },
  precipitation: { unit: 'mm', value: 0.2 },
  wind_speed_10m: { unit: 'km/h', value: 14.8 },
  wind_direction_10m: { unit: '°', value: 243 },
};

/** Answers as the documentation of Open-Meteo says: only the values that were asked for. */
export function startOpenMeteo(): Promise<ApiServer> {
  return startApi(({ url }) => {
    if (url.pathname !== '/v1/forecast') return { status: 404, json: { reason: 'Not Found' } };
    const latitude = Number(url.searchParams.get('latitude') ?? 'none');
    const longitude = Number(url.searchParams.get('longitude') ?? 'none');
    const names = url.searchParams.get('current')?.split(',') ?? [];
    const unknown = names.find((name) => !weather[name]);
    if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || unknown !== undefined) {
      const reason = `Data corrupted at path ''. Cannot initialize from ${unknown}.`;
      return { status: 400, json: { error: true, reason } };
    }
    const of = (what: 'unit' | 'value') => names.map((name) => [name, weather[name]![what]]);
    return {
      json: {
        latitude,
        longitude,
        generationtime_ms: 0.069,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        timezone_abbreviation: 'GMT',
        elevation: 38,
        current_units: { time: 'iso8601', interval: 'seconds', ...Object.fromEntries(of('unit')) },
        current: { time: '2026-11-22T20:00', interval: 900, ...Object.fromEntries(of('value')) },
      },
    };
  });
}
