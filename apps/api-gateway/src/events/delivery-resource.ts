import {
  delivery,
  type Delivery,
  deliveryDetails,
  type DeliveryDetails,
  deliveryFilter,
  type DeliveryFilter,
  redelivery,
  type Redelivery,
} from '@trellis/contracts';
import { idForm, type IdForms, invalidMember } from '@trellis/operations';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

/** The resources that a message is about. */
const related = {
  thing: reference.optional(),
  client: reference.optional(),
  interaction: reference.optional(),
  href: z.url(),
};

export const deliveryResource = delivery.extend(related).meta({ id: 'Delivery' });

export const deliveryWithPayload = deliveryDetails
  .extend(related)
  .meta({ id: 'DeliveryWithPayload' });

type Shown<D extends Delivery> = Omit<D, 'thing' | 'client' | 'interaction'> &
  Pick<z.output<typeof deliveryResource>, keyof typeof related>;

export function deliveryToJson(delivery: DeliveryDetails, hrefs: Hrefs): Shown<DeliveryDetails>;
export function deliveryToJson(delivery: Delivery, hrefs: Hrefs): Shown<Delivery>;
export function deliveryToJson(
  { thing, client, interaction, ...delivery }: Delivery,
  hrefs: Hrefs,
): Shown<Delivery> {
  return Object.assign(delivery, {
    ...(thing !== undefined && { thing: { href: hrefs.thing(thing) } }),
    ...(client !== undefined && { client: { href: hrefs.client(client) } }),
    ...(interaction !== undefined && { interaction: { href: hrefs.interaction(interaction) } }),
    href: hrefs.delivery(delivery.id),
  });
}

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .optional();

const { shape } = deliveryFilter;

/** The conditions of a list of deliveries, and of a redelivery. */
export const deliveryConditions = {
  status: shape.status.describe('Only these.'),
  type: shape.type.describe('Messages of this type.'),
  thing: idForm.optional().describe('Messages about this thing.'),
  from: instant.meta({ description: 'Messages of this time and later ones.', type: 'string' }),
  to: instant.meta({ description: 'Messages before this time.', type: 'string' }),
  response_status: shape.response_status.describe(
    'Messages to which the app last answered so: a status, a class such as `5xx`, or `none` without an answer.',
  ),
  error: shape.error.describe('Messages whose last error has this text.'),
  search: shape.search.describe(
    'Messages with this text in an error, an answer or an address of their last ten attempts, whatever its case.',
  ),
};

/** Returns the conditions as services know them; `pointer` is that of the conditions in the request. */
export function toFilter(
  { thing, ...given }: z.output<z.ZodObject<typeof deliveryConditions>>,
  forms: IdForms,
  pointer: string,
): DeliveryFilter {
  if (thing === undefined) return given;
  const id = forms.resource(thing);
  if (!isUuid(id)) throw invalidMember(`${pointer}/thing`, 'Must be the id of a thing.');
  return Object.assign(given, { thing: id });
}

export const redeliveryResource = redelivery.extend({ href: z.url() }).meta({ id: 'Redelivery' });

export const redeliveryToJson = (redelivery: Redelivery, hrefs: Hrefs) =>
  Object.assign(redelivery, { href: hrefs.redelivery(redelivery.id) });
