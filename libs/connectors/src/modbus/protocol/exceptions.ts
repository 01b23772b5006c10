/** The exceptions of Modbus ("MODBUS Application Protocol Specification V1.1b3", section 7). */
const exceptions = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  acknowledge: 5,
  busy: 6,
  gatewayPathUnavailable: 10,
  gatewayTargetFailed: 11,
} as const;

const names: Readonly<Record<number, string>> = {
  [exceptions.illegalFunction]: 'illegal function',
  [exceptions.illegalAddress]: 'illegal data address',
  [exceptions.illegalValue]: 'illegal data value',
  [exceptions.deviceFailure]: 'server device failure',
  [exceptions.acknowledge]: 'acknowledge',
  [exceptions.busy]: 'server device busy',
  8: 'memory parity error',
  [exceptions.gatewayPathUnavailable]: 'gateway path unavailable',
  [exceptions.gatewayTargetFailed]: 'gateway target device failed to respond',
};

export const exceptionText = (code: number): string =>
  `exception ${code}${names[code] === undefined ? '' : `, ${names[code]}`}`;

/** Whether the request may be repeated after a moment. */
export const isBusy = (code: number): boolean =>
  code === exceptions.acknowledge || code === exceptions.busy;

/** Whether a write was accepted and takes a while. */
export const isAcknowledged = (code: number): boolean => code === exceptions.acknowledge;

/** Whether a gateway does not reach the device. */
export const isOutOfReach = (code: number): boolean =>
  code === exceptions.gatewayPathUnavailable || code === exceptions.gatewayTargetFailed;

/** Whether the device does not know the function at all, whatever the address. */
export const isUnknownFunction = (code: number): boolean => code === exceptions.illegalFunction;

/** Whether the device would refuse the address or the function each time. */
export const isUnsupported = (code: number): boolean =>
  code === exceptions.illegalFunction || code === exceptions.illegalAddress;

export const isIllegalValue = (code: number): boolean => code === exceptions.illegalValue;
