import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { operations } from './operations.js';
import {
  code,
  email,
  line,
  mobile,
  opaque,
  paragraphs,
  phone,
  search,
  textKindOfSchema,
  withLineTexts,
} from './texts.js';

/**
 * Every schema of a text within what callers send, with its path; what is read into something else than a text is left
 * out.
 */
const textSchemasIn = (schema: unknown, path: string): [path: string, schema: z.ZodString][] => {
  if (schema instanceof z.ZodString) return [[path, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, member]) => textSchemasIn(member, `${path}.${name}`));
  if (schema instanceof z.ZodArray) return textSchemasIn(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textSchemasIn(option, path));
  if (schema instanceof z.ZodRecord) return textSchemasIn(schema.valueType, `${path}{}`);
  if (schema instanceof z.ZodCodec) return [];
  if (schema instanceof z.ZodPipe) return textSchemasIn(schema.in, path);
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional
  )
    return textSchemasIn(schema.unwrap(), path);
  return [];
};

/** A pattern says all of it: an id, a position. */
const hasPattern = (schema: z.ZodString): boolean => schema.format !== null;

describe('the text fields of all operations', () => {
  const texts = operations.flatMap(({ name, query, body }) => [
    ...textSchemasIn(query, `${name} query`),
    ...textSchemasIn(body, `${name} body`),
  ]);

  it('are each read as one kind of text or described by a pattern', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(
      texts.filter(([, schema]) => textKindOfSchema(schema) === null && !hasPattern(schema)).map(([path]) => path),
    ).toEqual([]);
  });

  it('have a maximum length', () => {
    expect(
      texts.filter(([, schema]) => !hasPattern(schema) && schema.maxLength === null).map(([path]) => path),
    ).toEqual([]);
  });
});

describe('a text entered by a user', () => {
  const INVISIBLE = fc.constantFrom('\u200b', '\u2060', '\u3164', '\u2800', '\u202d', '\ufeff', '\u00ad');

  it('loses invisible characters, and blanks at its ends, before it is validated', () => {
    fc.assert(
      fc.property(fc.array(INVISIBLE, { minLength: 1, maxLength: 5 }), (characters) => {
        const blank = ` ${characters.join(' ')}\t`;
        for (const textSchema of [line(100), paragraphs(100), search(), phone(), mobile(), code(100)])
          expect(textSchema.parse(blank).trim()).toBe('');
        expect(line(100, 1).safeParse(blank).success).toBe(false);
        expect(line(3).parse(`甲乙丙${characters.join('')}`)).toBe('甲乙丙');
      }),
    );
  });

  it('is refused with line breaks or tabs if it has to be one line, and may otherwise have several lines', () => {
    for (const multiline of ['王\t工', '王\n工', '王\r\n工', '王\u2028工'])
      for (const textSchema of [line(100), search()])
        expect(textSchema.safeParse(multiline).error?.issues.map(({ message }) => message)).toEqual(['TEXT_ONE_LINE']);
    expect(paragraphs(100).parse('第一行\r\n\t第二行\n')).toBe('第一行\r\n\t第二行');
  });

  it('is converted to half-width if it is a number, a code or an email address', () => {
    expect(code(100).parse('ＳＦ 1234 ５６７８')).toBe('SF12345678');
    expect(mobile().parse('\u202d+86 139-0000-0011\u202c')).toBe('13900000011');
    expect(phone().parse('０５７１－８８８８００００')).toBe('0571-88880000');
    expect(email.parse(' ａ.b＠example.com\u200b')).toBe('a.b@example.com');
    expect(email.parse('')).toBe('');
    expect(email.safeParse('a@b').success).toBe(false);
  });

  it('is unchanged if it is meant for machines', () => {
    expect(opaque(100).parse(' Ｐ\u200bａ\tss ')).toBe(' Ｐ\u200bａ\tss ');
  });

  it('is read as one line in a schema of stored data', () => {
    const shape = withLineTexts(
      z.object({ a: z.string(), b: z.array(z.object({ c: z.string().nullable() })).optional() }),
    );
    expect(shape.parse({ a: ' x\u200b', b: [{ c: ' y ' }, { c: null }] })).toEqual({
      a: 'x',
      b: [{ c: 'y' }, { c: null }],
    });
    expect(shape.safeParse({ a: 'x', b: [{ c: 'y\nz' }] }).success).toBe(false);
  });
});
