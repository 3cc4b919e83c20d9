import { z } from 'zod';
import { dashedId } from '#domain';

/** Longest text of a name or a remark; what is longer is no such thing. */
const MAX_TEXT = 2000;

/** Laboratory systems send what they do not know as null, and numbers now and then as text. */
const plain = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value ?? '').toString());
export const text = plain.pipe(z.string().max(MAX_TEXT));
export const name = text.pipe(z.string().min(1));
/** With dashes, as ids are compared here (002 PRE-028). */
export const id = z
  .union([z.string(), z.number()])
  .transform((value) => dashedId(value.toString().trim()))
  .pipe(z.string().min(1).max(50));
export const optionalId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? null : dashedId(value.toString().trim())));
export const idOrNone = optionalId.transform((value) => value ?? '');

export const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d{1,9}(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish();
export const whole = number.transform((value) => Math.trunc(value ?? 0));
export const numberOrNone = number.transform((value) => value ?? null);
export const flag = z
  .union([
    z.boolean(),
    z.number().transform(Boolean),
    z.string().transform((value) => ['true', '1', 'Y', 'y'].includes(value)),
  ])
  .nullish();
export const off = flag.transform((value) => value ?? false);
export const on = flag.transform((value) => value ?? true);
/** An exact amount of yuan, never below nothing. */
export const amount = plain.transform((value) => value.trim() || '0').pipe(z.string().regex(/^\d{1,9}(\.\d{1,6})?$/));
export const amountOrNone = plain
  .transform((value) => value.trim() || null)
  .pipe(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/)
      .nullable(),
  );
/** A day as yyyy-MM-dd, whatever time of day comes with it. */
export const day = plain.transform((value) => /^\d{4}-\d{2}-\d{2}/.exec(value.trim())?.[0] ?? null);

/** A list that is not there is an empty one. */
export const list = <Row extends z.ZodType>(row: Row, most = 5000) =>
  z
    .array(row)
    .max(most)
    .nullish()
    .transform((rows) => rows ?? []);
export const texts = list(text, 500);
