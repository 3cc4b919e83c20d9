import type { z } from 'zod';
import { fieldLabelOfPath, messageOf, ruleCodes, type FieldLabel, type RuleParams } from '#domain/rules';
import { type InEveryLanguage, inLanguages, interpolate, isBlank, type Language } from '#domain/text';

/** Messages for fields with a name. {label} is the name in the language. */
const fieldMessages = {
  type: inLanguages('请输入{label}', 'Please enter “{label}”', 'Indique «{label}»'),
  choose: inLanguages('请选择{label}', 'Please choose “{label}”', 'Elija «{label}»'),
  wrong: inLanguages('{label}填写不正确', '“{label}” is not filled in correctly', '«{label}» no está bien rellenado'),
  unknown: inLanguages(
    '{label}不在可选项中',
    '“{label}” is not one of the options',
    '«{label}» no es una de las opciones',
  ),
  number: inLanguages('{label}须为数字', '“{label}” must be a number', '«{label}» debe ser un número'),
  whole: inLanguages('{label}须为整数', '“{label}” must be a whole number', '«{label}» debe ser un número entero'),
  date: inLanguages('{label}须为正确的日期', '“{label}” is not a valid date', '«{label}» no es una fecha válida'),
  longText: inLanguages(
    '{label}最多 {max} 个字符',
    '“{label}” has at most {max} {max, plural(one: character; other: characters)}',
    '«{label}» tiene como máximo {max} {max, plural(one: carácter; other: caracteres)}',
  ),
  shortText: inLanguages(
    '{label}至少 {min} 个字符',
    '“{label}” has at least {min} {min, plural(one: character; other: characters)}',
    '«{label}» tiene al menos {min} {min, plural(one: carácter; other: caracteres)}',
  ),
  large: inLanguages('{label}不能大于 {max}', '“{label}” is at most {max}', '«{label}» es como máximo {max}'),
  small: inLanguages('{label}不能小于 {min}', '“{label}” is at least {min}', '«{label}» es como mínimo {min}'),
  many: inLanguages(
    '{label}最多 {max} 项',
    '“{label}” has at most {max} {max, plural(one: entry; other: entries)}',
    '«{label}» tiene como máximo {max} {max, plural(one: entrada; other: entradas)}',
  ),
  few: inLanguages(
    '{label}至少 {min} 项',
    '“{label}” has at least {min} {min, plural(one: entry; other: entries)}',
    '«{label}» tiene al menos {min} {min, plural(one: entrada; other: entradas)}',
  ),
  extra: inLanguages(
    '{label}中有不能识别的内容',
    '“{label}” holds something unknown',
    '«{label}» contiene algo desconocido',
  ),
} satisfies Record<string, InEveryLanguage>;

type Kind = keyof typeof fieldMessages;

/** Messages for fields without a display name. The path next to the message has the member name. */
const generalMessages: Record<Kind, InEveryLanguage> = {
  type: inLanguages('缺少必要的内容', 'Something that is needed is missing', 'Falta un dato necesario'),
  choose: inLanguages('缺少必要的内容', 'Something that is needed is missing', 'Falta un dato necesario'),
  wrong: inLanguages('有一项内容不正确', 'One of the entries is not correct', 'Uno de los datos no es correcto'),
  unknown: inLanguages(
    '有一项内容不在可选项中',
    'One of the entries is not one of the options',
    'Uno de los datos no es una de las opciones',
  ),
  number: inLanguages(
    '有一项内容须为数字',
    'One of the entries must be a number',
    'Uno de los datos debe ser un número',
  ),
  whole: inLanguages(
    '有一项内容须为整数',
    'One of the entries must be a whole number',
    'Uno de los datos debe ser un número entero',
  ),
  date: inLanguages(
    '有一项内容须为正确的日期',
    'One of the entries is not a valid date',
    'Uno de los datos no es una fecha válida',
  ),
  longText: inLanguages(
    '内容过长，最多{max}个字符',
    'The text is too long, at most {max} {max, plural(one: character; other: characters)}',
    'El texto es demasiado largo, como máximo {max} {max, plural(one: carácter; other: caracteres)}',
  ),
  shortText: inLanguages(
    '内容过短，至少 {min} 个字符',
    'The text is too short, at least {min} {min, plural(one: character; other: characters)}',
    'El texto es demasiado corto, al menos {min} {min, plural(one: carácter; other: caracteres)}',
  ),
  large: inLanguages(
    '有一项数值不能大于 {max}',
    'One of the numbers is larger than {max}',
    'Uno de los números es mayor que {max}',
  ),
  small: inLanguages(
    '有一项数值不能小于 {min}',
    'One of the numbers is smaller than {min}',
    'Uno de los números es menor que {min}',
  ),
  many: inLanguages(
    '最多 {max} 项',
    'There {max, plural(one: is; other: are)} at most {max} {max, plural(one: entry; other: entries)}',
    'Hay como máximo {max} {max, plural(one: entrada; other: entradas)}',
  ),
  few: inLanguages(
    '至少 {min} 项',
    'There {min, plural(one: is; other: are)} at least {min} {min, plural(one: entry; other: entries)}',
    'Hay al menos {min} {min, plural(one: entrada; other: entradas)}',
  ),
  extra: inLanguages('有不能识别的内容', 'Something that was sent is unknown', 'Se ha enviado algo desconocido'),
};

/**
 * The message for an issue of a schema. If the schema names a rule, it is the rule's message. All others come from the
 * two tables above, so that no message of the validator is shown.
 */
export const inputMessage = (issue: z.core.$ZodIssue, input: unknown, language: Language): string => {
  const code = ruleCodes.find((each) => each === issue.message);
  if (code) return messageOf(code, paramsOf(issue), language);
  const field = fieldLabelOfPath(issue.path);
  if (isEmail(issue)) return messageOf('EMAIL_INVALID', {}, language);
  if (isAbsent(valueAt(input, issue.path), issue)) return absentMessage(field, language);
  const { kind, values } = refusalOf(issue);
  return formatMessage((field ? fieldMessages : generalMessages)[kind], language, {
    ...values,
    label: field?.label[language] ?? '',
  });
};

const paramsOf = (issue: z.core.$ZodIssue): RuleParams => {
  if (issue.code === 'custom') return (issue.params ?? {}) as RuleParams;
  return issue.code === 'too_big' ? { max: Number(issue.maximum) } : {};
};

/** The message for an empty field. */
const absentMessage = (field: FieldLabel | null, language: Language): string => {
  if (!field) return generalMessages.type[language];
  if (field.missing) return messageOf(field.missing, {}, language);
  return formatMessage(fieldMessages[field.by === 'typing' ? 'type' : 'choose'], language, {
    label: field.label[language],
  });
};

/** The message for a required field that is empty, shared by console and service. */
export const missingMessage = (field: string, language: Language): string =>
  absentMessage(fieldLabelOfPath([field]), language);

type Refusal = { kind: Kind; values: { min?: number; max?: number } };

const refusalOf = (issue: z.core.$ZodIssue): Refusal => {
  switch (issue.code) {
    case 'too_big':
      return refusalOfSize(issue.origin, ['longText', 'many', 'large'], { max: Number(issue.maximum) });
    case 'too_small':
      return refusalOfSize(issue.origin, ['shortText', 'few', 'small'], { min: Number(issue.minimum) });
    case 'invalid_type':
      if (issue.expected === 'int') return { kind: 'whole', values: {} };
      return { kind: issue.expected === 'number' ? 'number' : 'wrong', values: {} };
    case 'invalid_format':
      return { kind: ['date', 'datetime'].includes(issue.format) ? 'date' : 'wrong', values: {} };
    case 'not_multiple_of':
      return { kind: issue.divisor === 1 ? 'whole' : 'wrong', values: {} };
    case 'invalid_value':
      return { kind: 'unknown', values: {} };
    case 'unrecognized_keys':
      return { kind: 'extra', values: {} };
    case 'invalid_union':
      return refusalOfUnion(issue);
    default:
      return { kind: 'wrong', values: {} };
  }
};

const refusalOfSize = (
  origin: string,
  [text, list, number]: [Kind, Kind, Kind],
  values: Refusal['values'],
): Refusal => {
  if (origin === 'string') return { kind: text, values };
  return { kind: ['array', 'set', 'file'].includes(origin) ? list : number, values };
};

/** The issue of the union branch that was meant: the first one that accepts the type of the input. */
const refusalOfUnion = (issue: z.core.$ZodIssueInvalidUnion): Refusal => {
  const intendedIssue = issue.errors.map(([first]) => first).find((first) => first && !isOtherForm(first));
  return intendedIssue && intendedIssue.path.length === 0 ? refusalOf(intendedIssue) : { kind: 'wrong', values: {} };
};

const isOtherForm = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';

const isEmail = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.some((branch) => branch.some((inner) => isEmail(inner)))
    : issue.code === 'invalid_format' && issue.format === 'email';

/** Whether a value is missing. An empty text or list below its minimum size also counts as missing. */
const isAbsent = (value: unknown, issue: z.core.$ZodIssue): boolean => {
  if (issue.code === 'unrecognized_keys') return false;
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return isBlank(value) && issue.code !== 'too_big';
  return Array.isArray(value) && value.length === 0 && issue.code === 'too_small';
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  );

const formatMessage = (
  sentence: InEveryLanguage,
  language: Language,
  values: Record<string, string | number>,
): string => interpolate(sentence[language], language, (name) => values[name] ?? '');
