import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import '../../i18n/language.js';
import { printedSampleWith } from '../../testing/printed.js';
import { renderConsole } from '../../testing/render.js';
import { SheetSample } from './sheet-sample.js';

afterEach(cleanup);

it('shows prepared pieces, and nothing where there are none', () => {
  const piece = {
    buTestSampleId: '',
    sampleName: '试块',
    ageBeginTime: '2024-05-01',
    ageWaitTime: 28,
    descrition: '标养',
  };
  renderConsole(<SheetSample sample={printedSampleWith({ buSampleChild: [piece] })} number={1} isMaterial />);
  expect(screen.getByText('试块 2024-05-01 28d 标养')).toBeTruthy();
  cleanup();
  renderConsole(<SheetSample sample={printedSampleWith()} number={1} isMaterial />);
  expect(screen.queryByText('制件信息')).toBeNull();
});
