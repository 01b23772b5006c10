import { isObject, parseJson } from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';

/** The values of a device for 0 % and 100 %. */
export interface Range {
  closed: number;
  open: number;
}

export function toPercent(value: number | undefined, { closed, open }: Range): number | undefined {
  if (value === undefined || open === closed) return undefined;
  const share = ((value - closed) / (open - closed)) * 100;
  return Math.min(100, Math.max(0, Math.round(share)));
}

export function fromPercent(percent: number, { closed, open }: Range): number {
  return Math.round(closed + (percent / 100) * (open - closed));
}

/** Reads a position: a number, or an object with the member `position`. */
export function positionIn(text: string): number | undefined {
  const json = parseJson(text);
  return toNumber(isObject(json) ? json.position : text);
}
