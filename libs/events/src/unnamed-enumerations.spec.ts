import { describe, expect, it } from '@jest/globals';
import { ExtraField } from './consignment.events.js';

describe('an enumeration without member names', () => {
  it.each([0, 4, 10, 55, 70])('AK-009 preserves the number %i', (customizeType) => {
    const field = {
      id: 'f',
      sourcePropertyId: 's',
      columnIndex: 1,
      columnName: '*检测性质',
      columnValue: '',
      visible: true,
      columnType: 'text',
      customizeType,
      value: '',
    };
    expect(ExtraField.parse(JSON.parse(JSON.stringify(field)))).toEqual(field);
  });
});
