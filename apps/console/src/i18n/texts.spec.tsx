import { afterEach, expect, it } from '@jest/globals';
import { comma } from './comma.js';
import { chooseLanguage } from './language.js';
import { defineTexts, textOf } from './texts.js';

const texts = defineTexts('plurals-of-a-test', {
  zh: { groups: '{{count}} 组' },
  en: { groups: '{{count}} groups', groups_one: '{{count}} group' },
  es: { groups: '{{count}} grupos', groups_one: '{{count}} grupo' },
});
afterEach(() => chooseLanguage('zh'));

it.each([
  ['zh', '1 组', '2 组'],
  ['en', '1 group', '2 groups'],
  ['es', '1 grupo', '2 grupos'],
] as const)('one is said as one in %s', async (language, one, two) => {
  await chooseLanguage(language);
  expect([textOf(texts, 'groups', { count: 1 }), textOf(texts, 'groups', { count: 2 })]).toEqual([one, two]);
});

it.each([
  ['zh', '水泥、砂'],
  ['en', '水泥, 砂'],
  ['es', '水泥, 砂'],
] as const)('names are listed with the comma of the language in %s', async (language, listed) => {
  await chooseLanguage(language);
  expect(['水泥', '砂'].join(comma())).toBe(listed);
});
