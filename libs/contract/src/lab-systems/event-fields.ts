import type { FeedFacts } from '#domain/lab-systems';
import type { InEveryLanguage } from '#domain/text';
import { schemaOf } from './asyncapi.js';
import { toCloudEvent, type CloudEvent } from './cloud-event.js';
import { eventFieldMeanings } from './event-meanings.js';
import type { EventType } from './event-types.js';

type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
};

/**
 * A member of the data of an event. `path` joins nested names with dots; `type` is e.g. `string`, `1 | 2 | 3` or
 * `integer | null`.
 */
export type EventField = { path: string; type: string; isOptional: boolean; meaning: InEveryLanguage | undefined };

/** The members of the data of a type in schema order, nested ones by their path. */
export const fieldsOf = (type: EventType): EventField[] => membersOf(schemaOf(type), '');

const membersOf = ({ properties = {}, required = [] }: JsonSchema, prefix: string): EventField[] =>
  Object.entries(properties).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    if (member.properties) return membersOf(member, `${path}.`);
    return [{ path, type: typeText(member), isOptional: !required.includes(name), meaning: eventFieldMeanings[path] }];
  });

const typeText = ({ type, const: constant, enum: values, anyOf }: JsonSchema): string => {
  if (anyOf) return anyOf.map(typeText).join(' | ');
  if (values) return values.map(String).join(' | ');
  return constant === undefined ? (type ?? 'any') : JSON.stringify(constant);
};

/**
 * A complete event of a type, identical on all channels, with the example of its documentation. `origin` is the web
 * address of the platform.
 */
export const exampleEvent = ({ type, example }: EventType, origin: string): CloudEvent =>
  toCloudEvent(
    {
      eventId: '0198b4e7-2d10-7c33-8a5f-90c41bb7e2d4',
      type,
      position: '21155'.padStart(20, '0'),
      revision: 15,
      at: '2026-11-24T02:24:40.082Z',
      correlationId: '0198b4e7-2d0e-7d51-9f3b-1c9a6be05d17',
      causationId: null,
      facts: example as FeedFacts,
    },
    { unitNo: 'TU001', origin, logId: '6c4bb1de-0000-4000-8000-000000000000' },
  );
