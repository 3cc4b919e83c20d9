import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { messageOf, type RuleCode } from '#domain/rules';
import { LANGUAGES } from '#domain/text';
import '../i18n/language.js';
import { texts as filePickerTexts } from '../components/file-picker.js';
import { texts as attachmentTexts } from '../samples/attachments/texts.js';
import { texts as instructionTexts } from '../screens/instructions/texts.js';
import { texts as referenceTexts } from '../samples/editor/reference.dialog.js';
import { texts as libTexts } from '../lib/texts.js';

/** A text of the console in every language, by its key. */
const translationsOf = ({ namespace }: { namespace: string }, key: string): string[] =>
  LANGUAGES.map((language) => String(i18next.getResource(language, namespace, key) ?? ''));

describe('the catalogue of messages', () => {
  it.each([
    ['failed', filePickerTexts, 'upload failed'],
    ['noUser', libTexts, 'Verification failed, please login again'],
    ['noRoles', libTexts, 'roles must be a non-null array'],
    ['noUnit', libTexts, 'unit information does not exist'],
    ['mustChoose', referenceTexts, 'please select the consignment to reference'],
    ['removed', attachmentTexts, 'file {{name}} has been deleted'],
    ['saveFailed', instructionTexts, 'save failed'],
    ['deleted', instructionTexts, 'deleted successfully'],
  ] as const)('contains %s in three languages under one key', (key, texts, english) => {
    const [zh, en, es] = translationsOf(texts, key);
    expect(en?.toLowerCase()).toBe(english.toLowerCase());
    expect([zh, es].every((text) => text !== '' && text !== key)).toBe(true);
  });

  it.each<[RuleCode, RegExp]>([
    ['FILE_TOO_LARGE', /10M/],
    ['FILE_TYPE_UNSUPPORTED', /a\.exe.*\.pdf/],
    ['TOO_MANY_FILES', /10.*2.*11/],
  ])('contains the rule %s in three languages under one code, with its values', (code, pattern) => {
    const messages = LANGUAGES.map((language) =>
      messageOf(code, { name: 'a.exe', allowed: '.pdf', limit: 10, now: 2, total: 11 }, language),
    );
    expect(new Set(messages).size).toBe(3);
    for (const text of messages) expect(text).toMatch(pattern);
  });
});
