export const simulatorInstance = {
  connector_type_id: 'simulator',
  configuration: { application_key: 'any text' },
};

/** The first device is a weather station, the second a lamp; see the README of the simulator. */
export const simulatorClient = (devices = 2, interval_ms = 1000) => ({
  connector_type_id: 'simulator',
  configuration: { devices, interval_ms },
});
