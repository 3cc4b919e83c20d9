import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../text/language.js';
import en from './messages.en.json' with { type: 'json' };
import es from './messages.es.json' with { type: 'json' };
import zh from './messages.zh.json' with { type: 'json' };
import { messageOf } from './messages.js';
import { problem, refuseIf, RuleBroken } from './rule-broken.js';
import { kindOfRule, ruleCodes } from './rule-kinds.js';

/** A parameter for every placeholder, spelt so that it shows. */
const params = new Proxy<Record<string, string>>({}, { get: (_, name) => `<${String(name)}>` });
const placeholders = (text: string) => [...new Set(text.match(/<\w+>/g))].toSorted();

describe('Messages', () => {
  it.each(ruleCodes)('%s has a text in every language, with the same parameters', (code) => {
    const texts = LANGUAGES.map((language) => messageOf(code, params, language));
    expect(texts.every((text) => text.trim() !== '' && !/[{}]/.test(text))).toBe(true);
    for (const text of texts) expect(placeholders(text)).toEqual(placeholders(texts[0] ?? ''));
    expect(['invalid', 'forbidden', 'missing', 'refused']).toContain(kindOfRule(code));
  });

  it('exist in every language for exactly the existing rules', () => {
    for (const texts of [zh, en, es]) expect(Object.keys(texts).toSorted()).toEqual(ruleCodes.toSorted());
  });

  it('name status and action in the reader’s language', () => {
    expect(messageOf('NOT_IN_THIS_STATUS', { status: 60, action: 'cancel' })).toBe('已收样，不能撤回');
    expect(messageOf('NOT_IN_THIS_STATUS', { status: 60, action: 'cancel' }, 'en')).toBe(
      'Samples received: you cannot withdraw',
    );
    expect(messageOf('NOT_IN_THIS_STATUS', { status: 60, action: 'cancel' }, 'es')).toBe(
      'Muestras recibidas: no se puede retirar',
    );
  });

  it('name the cause of a problem in the reader’s language', () => {
    const partly = { done: 'a', notDone: 'b', cause: problem('NOT_IN_THIS_STATUS', { status: 60, action: 'cancel' }) };
    expect(messageOf('PARTLY_DONE', partly, 'en')).toBe('Done: a; not done: b (Samples received: you cannot withdraw)');
    expect(messageOf('PARTLY_DONE', partly)).toBe('已完成：a；未完成：b（已收样，不能撤回）');
  });

  it('quoted in English by the specification are exact in English', () => {
    expect(messageOf('REASON_REQUIRED', {}, 'en')).toBe('input content cannot be empty');
    expect(messageOf('TEST_REASON_REQUIRED', {}, 'en')).toBe('please enter test reason');
  });

  it('for checks of the console are exact too', () => {
    expect(messageOf('NOTHING_TO_SUBMIT')).toBe('请选择要提交的委托');
    expect(messageOf('NO_CONSIGNMENT_ID')).toBe('委托id不能为空，请从列表页点击新增按钮重新进入！');
    expect(messageOf('PROJECT_NAME_REQUIRED')).toBe('请输入工程项目名称');
  });
});

it('refuseIf throws all problems with the first one in front, and does nothing without a problem', () => {
  expect(() => refuseIf(null)).not.toThrow();
  expect(() => refuseIf([])).not.toThrow();
  const refusal = new RuleBroken(problem('NO_BILL'), problem('NO_SAMPLES', {}, 'samples'));
  expect(() => refuseIf(refusal.problems)).toThrow(
    expect.objectContaining({
      code: 'NO_BILL',
      problems: [
        { code: 'NO_BILL', params: {} },
        { code: 'NO_SAMPLES', params: {}, path: 'samples' },
      ],
    }),
  );
});
