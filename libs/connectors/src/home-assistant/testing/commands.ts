import { z } from 'zod';
import type { TestHouse } from './house.js';
import { services } from './services.js';

export const command = z.looseObject({ id: z.number().int().positive(), type: z.string() });
type Command = z.infer<typeof command>;

export const errorAnswer = (code: string) => ({ error: { code, message: `Refused: ${code}.` } });

/** The result or the error of a command; calls of services are recorded. */
export function answerCommand(house: TestHouse, calls: string[], received: Command): object {
  switch (received.type) {
    case 'get_config':
      return { result: house.config };
    case 'auth/current_user':
      return { result: { id: house.user, name: 'Trellis', is_owner: false, is_admin: false } };
    case 'get_states':
      return { result: [...house.states.values()] };
    case 'config/entity_registry/list':
      return { result: house.entities };
    case 'config/device_registry/list':
      return { result: house.devices };
    case 'config/area_registry/list':
      return { result: house.areas };
    case 'config/floor_registry/list':
      return { result: house.floors };
    case 'call_service':
      return callService(house, calls, received);
    default:
      return errorAnswer('unknown_command');
  }
}

const serviceCall = z.strictObject({
  id: z.number(),
  type: z.literal('call_service'),
  domain: z.string(),
  service: z.string(),
  service_data: z.record(z.string(), z.unknown()).default({}),
  target: z.strictObject({ entity_id: z.string() }),
});

/** Like `handle_call_service` of `websocket_api/commands.py`. */
function callService(house: TestHouse, calls: string[], received: Command): object {
  const call = serviceCall.safeParse(received).data;
  if (!call) return errorAnswer('invalid_format');
  const name = `${call.domain}.${call.service}`;
  const service = services.get(name);
  if (!service) return errorAnswer('not_found');
  if (!service.data.safeParse(call.service_data).success) return errorAnswer('invalid_format');
  const done = { result: { context: { id: '01JD5SZ7M3Q5', parent_id: null, user_id: null } } };
  const state = house.states.get(call.target.entity_id);
  // Entities that do not exist, or that cannot be reached, are skipped.
  if (!state || state.state === 'unavailable') return done;
  const features = Number(state.attributes.supported_features ?? 0);
  if (service.feature !== undefined && (features & service.feature) === 0) {
    return errorAnswer('service_validation_error');
  }
  if (service.refuses?.(state, call.service_data)) return errorAnswer('service_validation_error');
  if (house.broken.has(state.entity_id)) return errorAnswer('home_assistant_error');
  service.execute(state, call.service_data);
  calls.push(`${name} ${state.entity_id} ${JSON.stringify(call.service_data)}`);
  return done;
}
