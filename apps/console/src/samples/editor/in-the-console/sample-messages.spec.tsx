// Document 001, sections 5 and 8, copied by hand: what somebody reads in en is what the document says, character for character.
import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { LANGUAGES, messageOf, type RuleCode, type RuleParams } from '#domain/rules';
import { texts as filePicker } from '../../../components/file-picker.js';
import '../../../i18n/language.js';
import { texts as pieces } from '../../pieces/pieces.section.js';
import { texts as materials } from '../../raw-materials/raw-material.texts.js';
import { texts as majors } from '../../selection/major-category.texts.js';
import { texts as packs } from '../../selection/packs.texts.js';
import { texts as standards } from '../../standards/standards.texts.js';
import { texts as auxiliary } from '../auxiliary.js';
import { texts as form } from '../sample-form.texts.js';
import { texts as samples } from '../texts.js';

const CONSOLE: [texts: { namespace: string }, key: string, english: string][] = [
  [packs, 'chooseSample', 'please select sample'],
  [samples, 'chooseSample', 'please select a sample'],
  [samples, 'chooseLeaf', 'please select the last level of the sample'],
  [samples, 'chooseParameters', 'please select one or more parameters'],
  [samples, 'enterReasonInDialog', 'please enter the purpose of your test or why you are testing'],
  [auxiliary, 'enterSampleName', 'please enter sample name'],
  [standards, 'customEmpty', 'standard name cannot be empty'],
  [standards, 'customExists', 'this standard already exists, please do not add it again'],
  [standards, 'continueSaving', 'continue saving'],
  [materials, 'incompleteTitle', 'raw-material info incomplete'],
  [materials, 'goToComplete', 'go to complete'],
  [materials, 'removeQuestion', 'confirm removal of this row?'],
  [standards, 'listFailed', 'failed to get standard information'],
  [form, 'prompt', 'prompt'],
  [samples, 'parametersFailed', 'failed to get parameters!'],
  [samples, 'packsFailed', 'failed to get the quick parameters!'],
  [packs, 'listFailed', 'failed to get the quick parameters!'],
  [majors, 'majorsFailed', 'failed to get major categories'],
  [samples, 'sampleSearchFailed', 'search sample error'],
  [samples, 'treeFailed', 'failed to get sample tree'],
  [packs, 'detailFailed', 'failed to get parameter pack details'],
  [packs, 'detailFailedInForm', 'parameter pack detail fetch failed'],
  [packs, 'exception', 'get pack parameters exception'],
  [packs, 'notOfferedTitle', 'parameter not offered'],
  [
    packs,
    'notOffered',
    'parameter [{{name}}] is not yet offered, cannot be selected! Thank you for your support and feedback',
  ],
  [form, 'idUnknown', 'sample id does not exist'],
  [form, 'parametersNotRead', 'failed to get test parameters'],
  [form, 'packNotRead', 'failed to get packed parameters'],
  [form, 'packNotConfigured', 'failed to get packed parameter configuration'],
  [samples, 'requirementsFailed', 'get sample receipt requirements exception'],
  [filePicker, 'failed', 'upload failed'],
  [
    packs,
    'confirm',
    'quick-select parameters are provided by the testing institution; changing parameters or standards will affect the parameter-standard mapping; advise contacting the institution to adjust them; continue?',
  ],
];
const RULES: [code: RuleCode, params: RuleParams, english: string][] = [
  ['NO_SUCH_CATALOGUE_SAMPLE', {}, 'sample id does not exist'],
  ['SAMPLE_REQUIRED', {}, 'please select sample'],
  ['GROUP_COUNT_REQUIRED', {}, 'please enter sample group count'],
  ['POINT_COUNT_REQUIRED', {}, 'please enter detection point count'],
  ['AFTER_TEST_REQUIRED', {}, 'please select after-test sample handling'],
  ['TEST_PARAMETERS_REQUIRED', {}, 'please select test parameters'],
  ['TEST_REASON_REQUIRED', {}, 'please enter test reason'],
  ['SAMPLE_NAME_REQUIRED', {}, 'please enter auxiliary info sample name'],
  [
    'STANDARDS_MISSING',
    { parameter: 'density' },
    'test parameter [density] has not selected evaluation standard and test basis',
  ],
  [
    'EVALUATION_STANDARD_MISSING',
    { parameter: 'density' },
    'test parameter [density] has not selected evaluation standard',
  ],
  ['TEST_BASIS_MISSING', { parameter: 'density' }, 'test parameter [density] has not selected test basis'],
  ['MATERIAL_SAMPLE_REQUIRED', { row: 2 }, 'row 2 raw material has no sample selected'],
  ['MATERIAL_PARAMETERS_INCOMPLETE', { row: 2 }, 'row 2 raw material parameter information incomplete'],
  ['MATERIAL_REPORT_REQUIRED', { row: 2 }, 'row 2 raw material has no report file uploaded'],
  ['REPORT_TYPE_UNSUPPORTED', { allowed: '.rar .zip' }, 'only these formats supported for report file: .rar .zip'],
  ['ATTACHMENTS_REQUIRED', { names: 'weighing list' }, 'please upload attachments: weighing list'],
  ['FILE_TOO_LARGE', {}, 'file size cannot exceed 10M'],
  [
    'PARAMETER_NOT_OFFERED',
    { parameter: 'fineness' },
    'parameter [fineness] is not yet offered, cannot be selected! Thank you for your support and feedback',
  ],
];

const inEveryLanguage = ({ namespace }: { namespace: string }, key: string): string[] =>
  LANGUAGES.map((language) => String(i18next.getResource(language, namespace, key) ?? ''));
/** Chinese, in words of its own rather than those of another language. */
const isChinese = (zh: string | undefined, english: string) =>
  /\p{Script=Han}/u.test(zh ?? '') && !(zh ?? '').includes(english);

describe('SERR-012 what the sample form says', () => {
  it.each(CONSOLE.map(([texts, ...entry]) => [...entry, texts] as const))(
    'on screen under %s: %s',
    (key, english, texts) => {
      const [zh, en, es] = inEveryLanguage(texts, key);
      expect(en).toBe(english);
      expect([isChinese(zh, english), es === '' || es === english]).toEqual([true, false]);
    },
  );

  it.each(RULES)('by the rule %s with %j: %s', (code, params, english) => {
    expect(messageOf(code, params, 'en')).toBe(english);
    expect(isChinese(messageOf(code, params, 'zh'), english)).toBe(true);
  });

  it('about prepared pieces is 制件信息 and “preparation specimen”', () => {
    expect(inEveryLanguage(pieces, 'title').slice(0, 2)).toEqual(['制件信息', 'preparation specimen']);
  });
});
