import { describe, expect, it } from '@jest/globals';
import { dayOfSerial, plainNumber, shownNumber, showsDay, showsDigits } from './shown-number.js';

describe('A number of a spreadsheet', () => {
  it.each<[number, string, string | null]>([
    [12, '0000', '0012'],
    [12, '0', '12'],
    [0.05, '0%', '5%'],
    [0.0525, '0.00%', '5.25%'],
    [49.500000000000007, '0.00', '49.50'],
    [1.005, '0.00', '1.01'],
    [1234567.5, '#,##0.00', '1,234,567.50'],
    [999.5, '#,##0', '1,000'],
    [0.5, '#.##', '.5'],
    [-3, '0.0', '-3.0'],
    [-3, '0.0_);(0.0)', '(3.0)'],
    [0, '0;-0;"–"', '–'],
    [80, '[$¥-804]#,##0.00', '¥80.00'],
    [80, '"约"0"元"', '约80元'],
    [13900000011, '000-0000-0000', '139-0000-0011'],
    [7, 'General', '7'],
    [-0.30000000000000004, 'General', '-0.3'],
    [5, '[Red]0', '5'],
    [0.4375, 'h:mm', '10:30'],
    [0.4375, 'h:mm AM/PM', '10:30 AM'],
    [0.8125, '上午/下午h"时"mm"分"', '下午7时30分'],
    [1.5, '[h]:mm', '36:00'],
    [46053.4375, 'yyyy-mm-dd hh:mm', '2026-01-31 10:30'],
    [46053, 'yyyy"年"m"月"d"日"', '2026年1月31日'],
    [46086, 'm"月"d"日"', '3月5日'],
    [46086, 'd-mmm', '5-Mar'],
    [46053, '[$-F800]dddd\\, mmmm dd\\, yyyy', '2026-01-31'],
    [0.5, '# ?/?', null],
    [12345, '0.00E+00', null],
    [12, '[>10]0;0.0', null],
    [46053, '[$-411]ggge"年"', null],
    [-1, 'yyyy-mm-dd', null],
  ])('%p under %s is shown as %p', (value, format, shown) => {
    expect(shownNumber(value, format)).toBe(shown);
  });

  it('has 15 significant digits and no exponent', () => {
    expect([45 * 1.1, 0.1 + 0.2, 1e-7, 123456789012345, -0].map(plainNumber)).toEqual([
      '49.5',
      '0.3',
      '0.0000001',
      '123456789012345',
      '0',
    ]);
  });

  it('is a day, or digits, by its format', () => {
    expect(['yyyy/m/d', 'h:mm', '0.00', '0%'].map(showsDay)).toEqual([true, false, false, false]);
    expect(['yyyy/m/d', 'h:mm', '0.00', '0%', '"day"0'].map(showsDigits)).toEqual([false, false, true, false, true]);
    expect([46053, 46053.5, 1].map(dayOfSerial)).toEqual(['2026-01-31', null, '1900-01-01']);
  });
});
