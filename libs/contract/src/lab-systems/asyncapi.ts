import { z } from 'zod';
import { eventTypes, type EventType } from './event-types.js';

type JsonSchema = Record<string, unknown>;

/**
 * JSON Schema (2020-12) of the data of an event type. It allows additional members, so it stays valid for events of
 * newer releases.
 */
export const schemaOf = ({ name, schema, summary, example }: EventType): JsonSchema => {
  const { $schema, ...json } = z.toJSONSchema(z.looseObject(schema.shape), { io: 'output' }) as JsonSchema;
  return {
    $schema,
    $id: `/api/v1/event-types/${name}`,
    title: name,
    description: summary.en,
    ...json,
    examples: [example],
  };
};

/**
 * AsyncAPI 3 document of the feed, for webhooks and the stream. It is generated from the same list as the pages of the
 * event types.
 */
export const asyncApiDocument = (): JsonSchema => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Consignment platform: event feed of units',
    version: '1',
    description:
      'CloudEvents 1.0 in structured JSON, delivered at least once; `sequence` orders the events of one consignment.',
  },
  channels: {
    feed: {
      address: '/api/v1/feed/stream',
      description: 'Server-sent events; the id of each is its cursor. Webhooks carry the same bodies.',
      messages: Object.fromEntries(eventTypes.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
    },
  },
  operations: {
    receiveEvents: { action: 'receive', channel: { $ref: '#/channels/feed' } },
  },
  components: {
    messages: Object.fromEntries(
      eventTypes.map((type) => [
        type.name,
        {
          name: type.name,
          title: type.summary.en,
          contentType: 'application/cloudevents+json',
          payload: {
            type: 'object',
            required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'sequence', 'cursor', 'data'],
            properties: {
              specversion: { const: '1.0' },
              id: { type: 'string' },
              source: { type: 'string' },
              type: { const: type.name },
              subject: { type: 'string' },
              time: { type: 'string', format: 'date-time' },
              datacontenttype: { const: 'application/json' },
              dataschema: { type: 'string' },
              sequence: { type: 'string' },
              cursor: { type: 'string' },
              correlationid: { type: 'string' },
              causationid: { type: 'string' },
              data: schemaOf(type),
            },
          },
          examples: [{ name: type.name, payload: { type: type.name, data: type.example } }],
        },
      ]),
    ),
  },
});
