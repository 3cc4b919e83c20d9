import { describe, expect, it } from '@jest/globals';
import { catalogueNameOf } from './catalogue-name.js';

describe('what is tested', () => {
  it.each([
    ['桥梁检测 → 荷载试验 → 桥梁静载试验', 'K12 大桥', '桥梁静载试验'],
    ['桥梁静载试验', 'K12 大桥', '桥梁静载试验'],
    ['', 'K12 大桥', 'K12 大桥'],
  ])('at “%s” named %s is %s', (sampleNameLink, testUnitSampleName, name) =>
    expect(catalogueNameOf({ sampleNameLink, testUnitSampleName })).toBe(name),
  );
});
