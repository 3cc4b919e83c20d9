import { z } from 'zod';
import { line } from './texts.js';
import { type CountRange, typedCountProblem, readCount, type TypedCount } from '#domain';

/**
 * A whole number of a range, as a number or as somebody typed it: full-width digits and blanks around it are understood. What is
 * wrong is told in the rule's sentence, the same that the console shows under the field; a blank is told as missing.
 */
export const typedCount = (range: CountRange): z.ZodType<number, number | string> =>
  z.preprocess((given, context) => {
    if (typeof given !== 'string' && typeof given !== 'number') return given;
    const found = typedCountProblem(given, range);
    if (found) context.addIssue({ code: 'custom', message: found.code, params: found.params, input: given });
    return readCount(given) ?? undefined;
  }, z.number().int().min(range.min).max(range.max)) as z.ZodType<number, number | string>;

/** A number, or what was typed in its place; the domain reads and judges it. */
export const typedNumber = z.union([z.number(), line(100)]) satisfies z.ZodType<Exclude<TypedCount, null>>;
