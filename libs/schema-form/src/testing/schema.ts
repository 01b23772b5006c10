import type { Schema } from '../schema.js';

/** A configuration with members of most kinds. */
export const schema: Schema = {
  type: 'object',
  required: ['url', 'count'],
  properties: {
    url: { type: 'string', format: 'uri', title: 'Address', examples: ['https://hub.example'] },
    count: { type: 'integer', minimum: 1, maximum: 5 },
    token: { type: 'string', format: 'password' },
    on: { type: 'boolean', default: true },
    include: { type: 'array', items: { type: 'string' } },
    parameters: { type: 'object' },
    ca: { type: 'string', contentMediaType: 'application/x-pem-file' },
    interval_ms: { type: 'integer', default: 5000 },
    security: {
      oneOf: [
        {
          type: 'object',
          required: ['scheme', 'token'],
          properties: {
            scheme: { const: 'bearer' },
            token: { type: 'string', format: 'password' },
          },
        },
        {
          type: 'object',
          required: ['scheme', 'username'],
          properties: {
            scheme: { enum: ['basic', 'digest'] },
            username: { type: 'string', title: 'User name' },
          },
        },
      ],
    },
  },
};
