/** The symbols of units by names in English, as the capabilities of Trellis have them, and those that are similar. */
const symbols: Record<string, string[]> = {
  '%': ['percent', 'percentage'],
  '°': ['degree', 'degrees'],
  '°C': ['celsius', 'degree celsius', 'degrees celsius', 'deg c'],
  '°F': ['fahrenheit', 'degree fahrenheit', 'degrees fahrenheit', 'deg f'],
  K: ['kelvin', 'kelvins'],
  V: ['volt', 'volts'],
  A: ['ampere', 'amperes', 'amp', 'amps'],
  W: ['watt', 'watts'],
  kW: ['kilowatt', 'kilowatts'],
  Wh: ['watt hour', 'watt hours'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  Hz: ['hertz'],
  Pa: ['pascal', 'pascals'],
  hPa: ['hectopascal', 'hectopascals'],
  mbar: ['millibar', 'millibars'],
  lx: ['lux'],
  dB: ['decibel', 'decibels'],
  ppm: ['parts per million'],
  'µg/m³': ['micrograms per cubic metre', 'micrograms per cubic meter'],
  mm: ['millimetre', 'millimetres', 'millimeter', 'millimeters'],
  'km/h': ['kilometres per hour', 'kilometers per hour'],
  s: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
};

const symbolsByName = new Map(
  Object.entries(symbols).flatMap(([symbol, names]) => names.map((name) => [name, symbol])),
);

/**
 * Returns the symbol of a unit that is a name, as in WebThings (webthings.io/schemas), or a term of an ontology, such as
 * `om:degree_Celsius` or `http://qudt.org/vocab/unit/PERCENT`; any other unit as it is.
 */
export function symbolOf(unit: string): string {
  const term = unit.replace(/^[a-z][\w+.-]*:(.*[/#])?/i, '');
  const name = term.toLowerCase().replace(/[_\s-]+/g, ' ');
  return symbolsByName.get(name) ?? unit;
}
