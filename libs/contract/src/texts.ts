import { z } from 'zod';
import { type CountRange, readCount, type CountInputValue, countInputProblem } from '#domain/numbers';
import { hasLineBreak, normalizedCode, normalizedLine, normalizedMobile, normalizedNumber } from '#domain/text';

/**
 * How a text from outside is read. Every text of every operation has one of these kinds, so that blanks, dashes,
 * full-width digits and invisible characters are treated alike everywhere (texts.spec.ts checks all operations). Length
 * limits apply after reading.
 */
export type TextKind = 'line' | 'paragraphs' | 'search' | 'phone' | 'mobile' | 'code' | 'opaque';

const kinds = z.registry<{ kind: TextKind }>();

/** The kind of a text schema; null if it only has a pattern or format, e.g. an id or a day. */
export const textKindOfSchema = (schema: z.ZodType): TextKind | null => kinds.get(schema)?.kind ?? null;

/** Maximum length of texts for which form rules report a more exact limit. */
const MAX_LENGTH = 10_000;

const withLength = (schema: z.ZodString, max: number, min: number): z.ZodString =>
  min === 0 ? schema.max(max) : schema.min(min).max(max);

const registerKind = (kind: TextKind, schema: z.ZodString): z.ZodString => {
  kinds.add(schema, { kind });
  return schema;
};

const oneLine = (kind: TextKind, normalize: (text: string) => string, max: number, min: number): z.ZodString =>
  registerKind(
    kind,
    withLength(z.string().overwrite(normalize), max, min).refine((text) => !hasLineBreak(text), {
      error: 'TEXT_ONE_LINE',
    }),
  );

/** A text of one line: a name, a title, an address. */
export const line = (max = MAX_LENGTH, min = 0): z.ZodString => oneLine('line', normalizedLine, max, min);

/** A text of several lines: a remark, a reason, a description. */
export const paragraphs = (max = MAX_LENGTH, min = 0): z.ZodString =>
  registerKind('paragraphs', withLength(z.string().overwrite(normalizedLine), max, min));

/** Reason of an operator's action, at most 200 characters; required. */
export const operatorReason = registerKind(
  'paragraphs',
  z.string('REASON_REQUIRED').overwrite(normalizedLine).min(1, 'REASON_REQUIRED').max(200, 'TEXT_TOO_LONG'),
);

/** Search text. It is compared by `foldedForSearch`. */
export const search = (max = 200): z.ZodString => oneLine('search', normalizedLine, max, 0);

/** A telephone number of any kind, or several of them; half-width. */
export const phone = (max = MAX_LENGTH): z.ZodString => oneLine('phone', normalizedNumber, max, 0);

/** A mobile number: digits only, without +86. */
export const mobile = (max = 30): z.ZodString => oneLine('mobile', normalizedMobile, max, 0);

/** A number or code that users type or paste: half-width, without blanks. */
export const code = (max: number, min = 0): z.ZodString => oneLine('code', normalizedCode, max, min);

/** An e-mail address, or '' for none. */
export const email = code(100).pipe(z.union([z.literal(''), z.email()]));

/**
 * A text that only machines read or that must not be changed: a password, a ticket, a picture, markup. It is read
 * unchanged.
 */
export const opaque = (max: number, min = 0): z.ZodString => registerKind('opaque', withLength(z.string(), max, min));

/**
 * Converts a schema of stored data for input: each text without checks of its own becomes a line of at most `max`
 * characters, at any depth.
 */
export const withLineTexts = <Schema extends z.ZodType>(schema: Schema, max = MAX_LENGTH): Schema =>
  toLineTexts(schema, max) as Schema;

const toLineTexts = (schema: z.ZodType, max: number): z.ZodType => {
  if (schema instanceof z.ZodString) return textKindOfSchema(schema) || schema.def.checks?.length ? schema : line(max);
  if (schema instanceof z.ZodNullable) return toLineTexts(schema.unwrap() as z.ZodType, max).nullable();
  if (schema instanceof z.ZodOptional) return toLineTexts(schema.unwrap() as z.ZodType, max).optional();
  if (schema instanceof z.ZodArray) return z.array(toLineTexts(schema.element as z.ZodType, max));
  if (schema instanceof z.ZodObject)
    return schema.extend(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, member]) => [name, toLineTexts(member as z.ZodType, max)]),
      ),
    );
  return schema;
};

/**
 * A whole number in a range, as a number or as typed text; full-width digits and surrounding blanks are accepted. A
 * problem has the message of the rule, as the console shows it under the field. A blank is reported as missing.
 */
export const countInput = (range: CountRange): z.ZodType<number, number | string> =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const problem = countInputProblem(value, range);
    if (problem) context.addIssue({ code: 'custom', message: problem.code, params: problem.params, input: value });
    return readCount(value) ?? undefined;
  }, z.number().int().min(range.min).max(range.max)) as z.ZodType<number, number | string>;

/** A number, or the text typed instead. The domain parses and validates it. */
export const numberInput = z.union([z.number(), line(100)]) satisfies z.ZodType<Exclude<CountInputValue, null>>;
