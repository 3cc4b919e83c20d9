import { describe, expect, it } from '@jest/globals';
import { catalogueNameOf, plainText } from './catalogue.js';

describe('the name of the tested item', () => {
  it.each([
    ['桥梁检测 → 荷载试验 → 桥梁静载试验', 'K12 大桥', '桥梁静载试验'],
    ['桥梁静载试验', 'K12 大桥', '桥梁静载试验'],
    ['', 'K12 大桥', 'K12 大桥'],
  ])('with the path “%s” and the sample name %s is %s', (sampleNameLink, testUnitSampleName, name) =>
    expect(catalogueNameOf({ sampleNameLink, testUnitSampleName })).toBe(name),
  );
});

describe('A printed receiving requirement', () => {
  it('is one line without headings, tags and entities', () => {
    expect(
      plainText(
        '<h3>收样要求</h3><p>不少于&nbsp;12kg</p><ul><li>粉状</li><li>密封 &gt; 1 层 &amp; 干燥</li></ul><img src="x.png">',
      ),
    ).toBe('不少于 12kg 粉状 密封 > 1 层 & 干燥');
    expect(plainText('一行<br/>两行 &unknown; &#39;x&#39;')).toBe("一行 两行 &unknown; 'x'");
  });

  it('is printed in full, however long it is', () => {
    const long = `${'样品应密封、防潮，'.repeat(100)}不少于12kg`;
    expect(plainText(`<p>${long}</p>`)).toBe(long);
  });
});
