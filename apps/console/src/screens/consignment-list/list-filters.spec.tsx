import { describe, expect, it } from '@jest/globals';
import { isFiltered, listQuery, readFilters, writeFilters } from './list-filters.js';

const parse = (query: string) => readFilters(new URLSearchParams(query), 'creationTime');
const rewritten = (query: string) => writeFilters(parse(query), 'creationTime').toString();

describe('list filters in the address', () => {
  it('are read from the query parameters', () => {
    expect(
      parse(
        'q=高速公路&linkPerson=陈&status=20,30&page=2&size=20&from=2026-11-01&to=2026-11-20&sort=consignCode&order=asc&project=p1&type=2',
      ),
    ).toEqual({
      keyword: '高速公路',
      person: '陈',
      statuses: [20, 30],
      projectId: 'p1',
      consignType: 2,
      from: '2026-11-01',
      to: '2026-11-20',
      sort: 'consignCode',
      order: 'asc',
      page: 2,
      size: 20,
    });
  });

  it('are written as they were read, without default values', () => {
    expect(rewritten('q=abc&status=20%2C30&page=2')).toBe('q=abc&status=20%2C30&page=2');
    expect(rewritten('')).toBe('');
    expect(rewritten('page=1&size=12&order=desc&sort=creationTime')).toBe('');
  });

  it('ignore invalid values', () => {
    expect(rewritten('status=abc,25,999&type=4&page=-3&size=1e9&from=yesterday&sort=drop&order=x')).toBe('');
  });

  it('skip the rows of earlier pages in the list query', () => {
    expect(listQuery(parse('q=高速&linkPerson=陈&status=20,30&page=2&size=5'))).toMatchObject({
      keyword: '高速',
      linkPerson: '陈',
      consignStatuses: '20,30',
      skipCount: 5,
      maxResultCount: 5,
    });
  });

  it('do not count sort and page as filters', () => {
    expect(isFiltered(parse('page=3&sort=consignCode'))).toBe(false);
    expect(isFiltered(parse('from=2026-01-01'))).toBe(true);
  });
});
