import { describe, expect, it } from '@jest/globals';
import { type Area, areasIn, citiesIn, namedAreasIn, namedAreasLike, provincesIn } from './areas.js';

const areas: Area[] = [
  { AreaID: 310000, AreaName: '上海市', RootID: 0 },
  { AreaID: 310115, AreaName: '浦东新区', RootID: 310000 },
  { AreaID: 330000, AreaName: '浙江省', RootID: 0 },
  { AreaID: 330100, AreaName: '杭州市', RootID: 330000 },
  { AreaID: 330106, AreaName: '西湖区', RootID: 330100 },
  { AreaID: 330200, AreaName: '宁波市', RootID: 330000 },
  { AreaID: 330212, AreaName: '鄞州区', RootID: 330200 },
];
const namesOf = (rows: readonly Area[]) => rows.map(({ AreaName }) => AreaName);
const like = (text: string, within: string[] = []) =>
  namedAreasLike(namedAreasIn(areas, within), text).map(({ name }) => name);

describe('areas', () => {
  it('are selected by name level by level, and an unknown name has no areas below it', () => {
    expect(namesOf(provincesIn(areas))).toEqual(['上海市', '浙江省']);
    expect(namesOf(citiesIn(areas, '浙江省'))).toEqual(['杭州市', '宁波市']);
    expect(namesOf(areasIn(areas, ['浙江省', '宁波市']))).toEqual(['鄞州区']);
    expect([
      citiesIn(areas, '没有这个省'),
      areasIn(areas, ['浙江省', '没有这个市']),
      areasIn(areas, ['上海市', '浦东新区']),
    ]).toEqual([[], [], []]);
  });

  it('are found by any part of the full name, with those that begin with it first', () => {
    expect(like('鄞')).toEqual(['浙江省宁波市鄞州区']);
    expect(like('浙江省宁波市')).toEqual(['浙江省宁波市鄞州区']);
    expect(like('上海')).toEqual(['上海市', '上海市浦东新区']);
    expect(like('')).toEqual([
      '上海市',
      '浙江省',
      '浙江省杭州市',
      '浙江省宁波市',
      '上海市浦东新区',
      '浙江省杭州市西湖区',
      '浙江省宁波市鄞州区',
    ]);
  });

  it('within another area are named relative to it', () => {
    expect(like('', ['浙江省'])).toEqual(['杭州市', '宁波市', '杭州市西湖区', '宁波市鄞州区']);
    expect(like('鄞', ['浙江省', '宁波市'])).toEqual(['鄞州区']);
    expect(like('鄞州区学士路', ['浙江省', '宁波市'])).toEqual([]);
  });
});
