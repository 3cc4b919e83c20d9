import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { inputMessage, operations, saveConsignInfo, type Operation } from '#contract';
import { messageOf } from '#domain/rules';
import { LANGUAGES, type Language } from '#domain/text';
import { readInput } from './input.js';
import { Problem, type Issue } from './problem.js';

const issuesOf = (operation: Operation, query: object, body: unknown, language: Language): Issue[] => {
  try {
    readInput(operation, query, body, language);
    return [];
  } catch (error) {
    if (error instanceof Problem) return error.issues;
    throw error;
  }
};

/** Every member a schema has, each with a value of a kind that it does not take. */
const wrongly = (schema: z.ZodType, value: unknown): Record<string, unknown> => {
  const {
    shape,
    innerType,
    in: inner,
  } = schema.def as unknown as {
    shape?: Record<string, z.ZodType>;
    innerType?: z.ZodType;
    in?: z.ZodType;
  };
  if (shape) return Object.fromEntries(Object.keys(shape).map((name) => [name, value]));
  const innerSchema = innerType ?? inner;
  return innerSchema ? wrongly(innerSchema, value) : {};
};

/** Values of every kind: each member refuses several of them. */
const values = [{}, [], [{}], [null], 'x', 'x'.repeat(300_000), '', -1, 1.5, 1e12, true, null, { x: 1 }, [[1]]];

/** Words of the validator and of programming languages, and names of fields as calls have them. */
const JARGON =
  /\b(string|number expected|boolean|undefined|null|array|object|NaN|nan|bigint|record|literal|enum|regex|pattern|GUID|UUID|JSON|zod|union|expected|received|invalid input|unrecognized|esperaba|recibió|cadena|entrada inválida|[a-zA-Z]\w*\.\d+)\b|期望|无效|接收|的键|正则|[a-z]+[A-Z]\w*/u;

const inputMessages = (language: Language): [operation: string, message: string][] =>
  operations.flatMap((operation) => {
    const inputs: [object, unknown][] = [
      [{}, {}],
      [{}, []],
      [{}, 'x'],
      ...values.map((value): [object, unknown] => [wrongly(operation.query, value), wrongly(operation.body, value)]),
    ];
    return inputs.flatMap(([query, body]) =>
      issuesOf(operation, query, body, language).map(({ message }): [string, string] => [operation.name, message]),
    );
  });

describe('the message for refused input', () => {
  it.each(LANGUAGES)('is in %s for every operation, without words of the validator', (language) => {
    const all = inputMessages(language);
    expect(new Set(all.map(([operation]) => operation)).size).toBeGreaterThan(250);
    expect(all.filter(([, message]) => message.trim() === '' || JARGON.test(message))).toEqual([]);
    const isForeign = (message: string) => /\p{Script=Han}/u.test(message) !== (language === 'zh');
    expect(all.filter(([, message]) => isForeign(message))).toEqual([]);
  });

  it('names the field by its label and states the problem', () => {
    const schema = z.object({
      tuTestSampleDTO: z.object({ id: z.string() }),
      linkPerson: z.string().min(1),
      reportCount: z.number().int().min(0).max(99),
      addresses: z.array(z.object({ person: z.string().max(5) })).max(2),
      emailAddress: z.union([z.literal(''), z.email()]),
      regTime: z.iso.date(),
      getReportType: z.enum(['1', '3']),
      getMyProject: z.stringbool(),
    });
    const messagesByPath = (input: object, language: Language) =>
      Object.fromEntries(
        (schema.partial().safeParse(input).error?.issues ?? []).map((issue) => [
          issue.path.join('.'),
          inputMessage(issue, input, language),
        ]),
      );
    const input = {
      tuTestSampleDTO: {},
      linkPerson: ' '.slice(1),
      reportCount: 1.5,
      addresses: [{ person: 'longer than five' }],
      emailAddress: 'nobody',
      regTime: '2026-13-45',
      getReportType: '7',
      getMyProject: 'perhaps',
    };
    expect(messagesByPath(input, 'zh')).toEqual({
      'tuTestSampleDTO.id': '请选择样品',
      linkPerson: '请输入委托人',
      reportCount: '报告份数须为整数',
      'addresses.0.person': '联系人最多 5 个字符',
      emailAddress: '请输入正确的邮箱地址',
      regTime: '成立日期须为正确的日期',
      getReportType: '报告领取方式不在可选项中',
      getMyProject: '有一项内容不在可选项中',
    });
    expect(messagesByPath(input, 'en')).toMatchObject({
      'tuTestSampleDTO.id': 'please select sample',
      reportCount: '“Number of reports” must be a whole number',
      'addresses.0.person': '“Contact” has at most 5 characters',
    });
    expect(messagesByPath({ reportCount: 100, addresses: [{}, {}, {}], linkPerson: 7 }, 'es')).toEqual({
      reportCount: '«Número de informes» es como máximo 99',
      addresses: '«Direcciones» tiene como máximo 2 entradas',
      linkPerson: '«Persona de contacto» no está bien rellenado',
    });
    expect(messagesByPath({ reportCount: 'many', addresses: [{}] }, 'zh')).toEqual({
      reportCount: '报告份数须为数字',
      'addresses.0.person': '请输入联系人',
    });
  });

  it('names an unknown member by its path, and is the rule’s own message if there is one', () => {
    const strict = { ...saveConsignInfo, body: z.strictObject({ memo: z.string('REASON_REQUIRED').optional() }) };
    expect(issuesOf(strict, {}, { nobody: 1, memo: 5 }, 'en')).toEqual([
      { path: 'memo', message: messageOf('REASON_REQUIRED', {}, 'en') },
      { path: 'nobody', message: 'Something that was sent is unknown' },
    ]);
  });
});
