// Document 001, sections 5 and 8, copied by hand: the English messages are exactly those of the document.
import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { messageOf, type RuleCode, type RuleParams } from '#domain/rules';
import { LANGUAGES } from '#domain/text';
import { texts as filePickerTexts } from '../../../components/file-picker.js';
import '../../../i18n/language.js';
import { texts as pieceTexts } from '../../pieces/pieces.section.js';
import { texts as rawMaterialTexts } from '../../raw-materials/raw-material.texts.js';
import { texts as majorCategoryTexts } from '../../selection/major-category.texts.js';
import { texts as packTexts } from '../../selection/packs.texts.js';
import { texts as standardTexts } from '../../standards/standards.texts.js';
import { texts as auxiliaryTexts } from '../auxiliary.js';
import { texts as sampleFormTexts } from '../sample-form.texts.js';
import { texts as sampleTexts } from '../texts.js';

const CONSOLE: [texts: { namespace: string }, key: string, english: string][] = [
  [packTexts, 'chooseSample', 'please select sample'],
  [sampleTexts, 'chooseSample', 'please select a sample'],
  [sampleTexts, 'chooseLeaf', 'please select the last level of the sample'],
  [sampleTexts, 'chooseParameters', 'please select one or more parameters'],
  [sampleTexts, 'enterReasonInDialog', 'please enter the purpose of your test or why you are testing'],
  [auxiliaryTexts, 'enterSampleName', 'please enter sample name'],
  [standardTexts, 'customEmpty', 'standard name cannot be empty'],
  [standardTexts, 'customExists', 'this standard already exists, please do not add it again'],
  [standardTexts, 'continueSaving', 'continue saving'],
  [rawMaterialTexts, 'incompleteTitle', 'raw-material info incomplete'],
  [rawMaterialTexts, 'goToComplete', 'go to complete'],
  [rawMaterialTexts, 'removeQuestion', 'confirm removal of this row?'],
  [standardTexts, 'listFailed', 'failed to get standard information'],
  [sampleFormTexts, 'prompt', 'prompt'],
  [sampleTexts, 'parametersFailed', 'failed to get parameters!'],
  [sampleTexts, 'packsFailed', 'failed to get the quick parameters!'],
  [packTexts, 'listFailed', 'failed to get the quick parameters!'],
  [majorCategoryTexts, 'majorsFailed', 'failed to get major categories'],
  [sampleTexts, 'sampleSearchFailed', 'search sample error'],
  [sampleTexts, 'treeFailed', 'failed to get sample tree'],
  [packTexts, 'detailFailed', 'failed to get parameter pack details'],
  [packTexts, 'detailFailedInForm', 'parameter pack detail fetch failed'],
  [packTexts, 'exception', 'get pack parameters exception'],
  [packTexts, 'notOfferedTitle', 'parameter not offered'],
  [
    packTexts,
    'notOffered',
    'parameter [{{name}}] is not yet offered, cannot be selected! Thank you for your support and feedback',
  ],
  [sampleFormTexts, 'idUnknown', 'sample id does not exist'],
  [sampleFormTexts, 'parametersNotRead', 'failed to get test parameters'],
  [sampleFormTexts, 'packNotRead', 'failed to get packed parameters'],
  [sampleFormTexts, 'packNotConfigured', 'failed to get packed parameter configuration'],
  [sampleTexts, 'requirementsFailed', 'get sample receipt requirements exception'],
  [filePickerTexts, 'failed', 'upload failed'],
  [
    packTexts,
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

const translationsOf = ({ namespace }: { namespace: string }, key: string): string[] =>
  LANGUAGES.map((language) => String(i18next.getResource(language, namespace, key) ?? ''));
/** Chinese text that is not the text of another language. */
const isChinese = (zh: string | undefined, english: string) =>
  /\p{Script=Han}/u.test(zh ?? '') && !(zh ?? '').includes(english);

describe('SERR-012 the messages of the sample form', () => {
  it.each(CONSOLE.map(([texts, ...entry]) => [...entry, texts] as const))(
    'are those of the document in the console under %s: %s',
    (key, english, texts) => {
      const [zh, en, es] = translationsOf(texts, key);
      expect(en).toBe(english);
      expect([isChinese(zh, english), es === '' || es === english]).toEqual([true, false]);
    },
  );

  it.each(RULES)('are those of the document for rule %s with %j: %s', (code, params, english) => {
    expect(messageOf(code, params, 'en')).toBe(english);
    expect(isChinese(messageOf(code, params, 'zh'), english)).toBe(true);
  });

  it('name prepared pieces 制件信息 and “preparation specimen”', () => {
    expect(translationsOf(pieceTexts, 'title').slice(0, 2)).toEqual(['制件信息', 'preparation specimen']);
  });
});
