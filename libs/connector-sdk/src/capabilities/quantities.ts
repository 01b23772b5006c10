/** The quantities that a device class states more precisely than its unit (Brick, "Quantities"). */
const byClass: ReadonlyMap<unknown, string> = new Map([
  ['aqi', 'brick:Air_Quality'],
  ['carbon_monoxide', 'brick:CO_Concentration'],
  ['moisture', 'trellis:Moisture'],
  ['pm1', 'brick:PM1_Concentration'],
  ['pm10', 'brick:PM10_Concentration'],
  ['power_factor', 'quantitykind:PowerFactor'],
  ['volatile_organic_compounds', 'brick:TVOC_Concentration'],
  ['volatile_organic_compounds_parts', 'brick:TVOC_Concentration'],
  ['wind_direction', 'brick:Wind_Direction'],
]);

/** The units of quantities (qudt.org/vocab/quantitykind), as devices write them. */
const units: Record<string, string> = {
  'quantitykind:Angle': '°',
  'quantitykind:ApparentPower': 'VA, kVA',
  'quantitykind:DimensionlessRatio': '%, ‰',
  'quantitykind:ElectricConductivity': 'µS/cm, mS/cm, S/m',
  'quantitykind:ElectricCurrent': 'A, mA',
  'quantitykind:Energy': 'Wh, kWh, MWh, J, kJ, MJ',
  'quantitykind:Frequency': 'Hz, kHz, MHz',
  'quantitykind:Illuminance': 'lx, Lx',
  'quantitykind:Irradiance': 'W/m²',
  'quantitykind:Length': 'µm, mm, cm, m, km, in, ft',
  'quantitykind:Mass': 'mg, g, kg',
  'quantitykind:NumberDensity': '#/cm³',
  'quantitykind:Power': 'mW, W, kW, MW',
  'quantitykind:Pressure': 'Pa, hPa, kPa, mbar, bar, psi, mmHg, inHg',
  'quantitykind:ReactivePower': 'var, VAr, VAR, kvar, kVAr',
  'quantitykind:SoundPressureLevel': 'dBA',
  'quantitykind:Speed': 'm/s, km/h, mph',
  'quantitykind:Temperature': '°C, °F, K',
  'quantitykind:Time': 'ms, s, sec, seconds, min, minutes, h, Hours, d',
  'quantitykind:Voltage': 'mV, V, Volt, kV',
  'quantitykind:Volume': 'mL, L, m³, gal, ft³',
  'quantitykind:VolumeFlowRate': 'L/min, L/h, m³/h, gal/min',
  'trellis:ReactiveEnergy': 'varh, VArh, kvarh, kVArh',
  'brick:Air_Quality': 'VOC Index points, NOx Index points, PM2.5 Index',
  ConcentrationProperty: 'ppm, ppb, LEL, %LEL, LEL %',
  DensityProperty: 'µg/m³, mg/m³, mg/L',
};

const byUnit = new Map(
  Object.entries(units).flatMap(([type, all]) =>
    all.split(', ').map((unit): [unknown, string] => [unit, type]),
  ),
);

/** Returns the `@type` of a number by the quantity that its device class or its unit states. */
export const quantityOf = (unit: string | undefined, deviceClass?: unknown): string | undefined =>
  byClass.get(deviceClass) ?? byUnit.get(unit?.replace('\u03bc', '\u00b5'));
