import { describe, expect, it } from '@jest/globals';
import { allEvents, Person, personal, Witness } from '#events';
import { z } from 'zod';
import { personalNodesOf, replacePersons } from './personal-data.js';

const slotsIn = (schema: z.ZodType, value: unknown): string[] => {
  const nodes = personalNodesOf(schema);
  const slots: string[] = [];
  if (nodes) replacePersons(nodes, value, (slot, { name }) => slots.push(`${slot} ${name}`));
  return slots;
};

describe('personal data in an event schema', () => {
  const person = personal(Person, 'contact');
  const 李四 = { name: '李四', phone: '1' };

  it.each([
    ['optional', z.object({ a: person.optional() }), { a: 李四 }],
    ['nullable', z.object({ a: person.nullable() }), { a: 李四 }],
    ['marked around null', z.object({ a: personal(Person.nullable(), 'contact') }), { a: 李四 }],
    ['in a list of lists', z.array(z.array(person)), [[李四]]],
    ['in a record', z.record(z.string(), person), { any: 李四 }],
    ['in one of several shapes', z.union([z.string(), z.object({ a: person }), person]), { a: 李四 }],
    ['with a default', z.object({ a: person.default(李四) }).readonly(), { a: 李四 }],
  ])('is found if it is %s', (_, schema, value) => expect(slotsIn(schema, value)).toEqual(['contact 李四']));

  it('is skipped where it is absent, null or empty', () => {
    const schema = z.object({ a: person.optional(), b: person.nullable(), c: person });
    expect(slotsIn(schema, { b: null, c: { name: '', phone: '' } })).toEqual([]);
  });

  it('is found in events of consignments, units and users', () => {
    const personalEvents = Object.entries(allEvents).filter(([, { schema }]) => personalNodesOf(schema) !== null);
    expect(personalEvents.map(([type]) => type)).toEqual(
      expect.arrayContaining([
        'ConsignmentCreated',
        'ConsignmentCopied',
        'ConsignmentSaved',
        'TestingUnitChanged',
        'UserRegistered',
      ]),
    );
  });

  it('may consist only of text, because only text can be replaced on erasure', () => {
    expect(() => slotsIn(personal(Witness, 'ownerWitness'), { name: '李四', phone: '1', cardNo: 5 })).toThrow(
      TypeError,
    );
  });

  it('causes an error if it is in a schema of a kind that cannot be searched', () => {
    expect(() => personalNodesOf(z.object({ a: z.map(z.string(), person) }))).toThrow('map');
  });
});
