import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { chooseLanguage } from '../../i18n/language.js';
import { chosenParameter, printedSampleWith } from '../../testing/printed.js';
import { renderConsole } from '../../testing/render.js';
import { SheetSample } from './print-sheet.js';

afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

it('a printed sample shows prepared pieces, description, place and sampler, and no label for missing ones', () => {
  const piece = {
    buTestSampleId: '',
    sampleName: '试块',
    ageBeginTime: '2024-05-01',
    ageWaitTime: 28,
    descrition: '标养',
  };
  const filled = printedSampleWith({
    buSampleChild: [piece],
    testSampleDescription: '灰色粉末，无结块',
    extractAddress: '3号料仓',
    extractPerson: '李取样',
  });
  renderConsole(<SheetSample sample={filled} number={1} isMaterial />);
  for (const text of ['样品描述', '灰色粉末，无结块', '取样地点', '3号料仓', '取样人', '李取样'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('试块 2024-05-01 28d 标养')).toBeTruthy();
  cleanup();
  renderConsole(<SheetSample sample={printedSampleWith()} number={1} isMaterial />);
  for (const label of ['制件信息', '样品描述', '取样地点', '取样人']) expect(screen.queryByText(label)).toBeNull();
});

it.each([
  ['zh', '试块 28d；试件 7d', 'GB 1-2020、GB 2-2020'],
  ['en', '试块 28d; 试件 7d', 'GB 1-2020, GB 2-2020'],
  ['es', '试块 28d; 试件 7d', 'GB 1-2020, GB 2-2020'],
] as const)('a printed sample lists pieces and standards punctuated for %s', async (language, piecesText, codes) => {
  const piece = { buTestSampleId: '', ageBeginTime: '', descrition: '' };
  const standard = (code: string) => ({
    baBaseStandardId: null,
    baseStandardCode: code,
    baseStandardName: '',
    baseStandardClauseCode: '',
    baseStandardType: 3 as const,
    useType: '1' as const,
    limsUniqueKey: code,
    isDefault: false,
    executeDate: null,
    expireDate: null,
  });
  await chooseLanguage(language);
  renderConsole(
    <SheetSample
      sample={printedSampleWith({
        buSampleChild: [
          { ...piece, sampleName: '试块', ageWaitTime: 28 },
          { ...piece, sampleName: '试件', ageWaitTime: 7 },
        ],
        tuSampleParamIds: [
          chosenParameter({ buSampleParamUseBaseStandard: [standard('GB 1-2020'), standard('GB 2-2020')] }),
        ],
      })}
      number={1}
      isMaterial
    />,
  );
  expect([screen.getByText(piecesText), screen.getByText(codes)]).toHaveLength(2);
});

it('right-to-left texts are isolated, so that adjacent text keeps its place', () => {
  const sample = printedSampleWith({ extractPerson: 'ئابدۇرېھىم تۇرسۇن　13800000011', memo: '灰色；(تۇرسۇن 12)' });
  renderConsole(<SheetSample sample={sample} number={1} isMaterial />);
  const apart = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(apart).toEqual(['ئابدۇرېھىم تۇرسۇن', '(تۇرسۇن 12)']);
  expect(document.body.textContent).toContain('ئابدۇرېھىم تۇرسۇن　13800000011');
});
