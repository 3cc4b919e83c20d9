import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import '../../i18n/language.js';
import { printedSampleWith } from '../../testing/printed.js';
import { renderConsole } from '../../testing/render.js';
import { SheetSample } from './print-sheet.js';

afterEach(cleanup);

it('shows prepared pieces, description, place and sampler, and nothing where there are none', () => {
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

it('texts that are read from right to left are ordered for themselves, and what stands beside them keeps its place', () => {
  const sample = printedSampleWith({ extractPerson: 'ئابدۇرېھىم تۇرسۇن　13800000011', memo: '灰色；(تۇرسۇن 12)' });
  renderConsole(<SheetSample sample={sample} number={1} isMaterial />);
  const apart = [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(apart).toEqual(['ئابدۇرېھىم تۇرسۇن', '(تۇرسۇن 12)']);
  expect(document.body.textContent).toContain('ئابدۇرېھىم تۇرسۇن　13800000011');
});
