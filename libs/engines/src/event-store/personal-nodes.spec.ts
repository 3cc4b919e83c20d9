import { describe, expect, it } from '@jest/globals';
import { allEvents, Person, personal, Witness } from '#events';
import { z } from 'zod';
import { personalNodesOf, replacePersons } from './personal-data.js';

const slotsIn = (schema: z.ZodType, value: unknown): string[] => {
  const nodes = personalNodesOf(schema);
  const found: string[] = [];
  if (nodes) replacePersons(nodes, value, (slot, { name }) => found.push(`${slot} ${name}`));
  return found;
};

describe('personal nodes', () => {
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
  ])('are found %s', (_, schema, value) => expect(slotsIn(schema, value)).toEqual(['contact 李四']));

  it('are passed over where they are absent, null or empty', () => {
    const schema = z.object({ a: person.optional(), b: person.nullable(), c: person });
    expect(slotsIn(schema, { b: null, c: { name: '', phone: '' } })).toEqual([]);
  });

  it('are found in every event that has them', () => {
    const withPersons = Object.entries(allEvents).filter(([, { schema }]) => personalNodesOf(schema) !== null);
    expect(withPersons.map(([type]) => type)).toEqual(
      expect.arrayContaining([
        'ConsignmentCreated',
        'ConsignmentCopied',
        'ConsignmentSaved',
        'TestingUnitChanged',
        'UserRegistered',
      ]),
    );
  });

  it('may hold only text, for only text can read as erased', () => {
    expect(() => slotsIn(personal(Witness, 'ownerWitness'), { name: '李四', phone: '1', cardNo: 5 })).toThrow(
      TypeError,
    );
  });

  it('cannot be overlooked in a schema that cannot be looked into', () => {
    expect(() => personalNodesOf(z.object({ a: z.map(z.string(), person) }))).toThrow('map');
  });
});
