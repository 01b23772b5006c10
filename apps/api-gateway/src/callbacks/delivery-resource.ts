import { anyJson, delivery, type Delivery } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';

export const deliveryResource = delivery.extend({ href: z.url() }).meta({ id: 'Delivery' });

/** A delivery with the message that was sent. */
export const deliveryWithPayload = deliveryResource
  .extend({ payload: anyJson })
  .meta({ id: 'DeliveryWithPayload' });

export const deliveryToJson = <D extends Delivery>(delivery: D, hrefs: Hrefs) => ({
  ...delivery,
  href: hrefs.delivery(delivery.id),
});
