import { describe, expect, it } from '@jest/globals';
import { consignUnitAddressOf } from './unit-profile.js';

describe('the address of a consigning unit', () => {
  it.each([
    ['浙江省', '宁波市', '江南路1号', '浙江省宁波市江南路1号'],
    ['浙江省', '杭州市', '浙江省杭州市余杭区文一西路998号', '浙江省杭州市余杭区文一西路998号'],
    ['浙江省', '宁波市', '宁波市江南路1号', '浙江省宁波市江南路1号'],
    ['上海市', '上海市', '世纪大道1号', '上海市世纪大道1号'],
    ['', '', ' 测试路1号 ', '测试路1号'],
  ])('for %s, %s and %s is %s', (sheng, shi, detailAddress, line) =>
    expect(consignUnitAddressOf({ sheng, shi, detailAddress })).toBe(line),
  );
});
