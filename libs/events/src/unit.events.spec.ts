import { describe, expect, it } from '@jest/globals';
import { decode } from './define-event.js';
import { consigningUnitEvents, testingUnitEvents } from './unit.events.js';

/** As units were recorded before their persons were sealed. */
const address = {
  id: 'a1',
  addressText: '浙江省宁波市',
  addressDetail: '学士路1号',
  tagTitle: '总部',
  person: '收样员',
  personSex: '女',
  personPhone: '13900000000',
  isMain: true,
};
const testingUnit = {
  unitNo: 'TU001',
  testUnitName: '检测中心',
  shortName: '',
  contactPhone: '0574-1',
  sheng: '浙江省',
  shi: '宁波市',
  regAddress: '',
  inroduce: '',
  regTime: '',
  logoPath: '',
  qualifications: [],
  addresses: [address],
  bigCategoryIds: [],
  reportCount: 3,
  lmisType: 0,
  lmisurl: '',
  lmisIntegratedCode: '',
  iLISReportProgressQueryURL: '',
  origins: [],
  systemName: '',
  filingNumber: '',
};
const consigningUnit = {
  unitNo: 'CU001',
  name: '委托单位',
  uninCode: '',
  regTime: '',
  sheng: '',
  shi: '',
  detailAddress: '',
  description: '',
  logoPath: '',
  addresses: [{ ...address, personSex: undefined }],
};
const firstVersion = (type: string, unit: object) => ({ type, data: { unit }, metadata: { schemaVersion: 1 } });

describe('a unit event recorded before personal data was sealed', () => {
  it.each([
    ['TestingUnitRegistered', { isActive: true }],
    ['TestingUnitProfileChanged', {}],
  ])('%s still yields the contact persons of a testing unit', (type, status) => {
    expect(decode(testingUnitEvents, firstVersion(type, { ...testingUnit, ...status })).data).toMatchObject({
      unit: {
        contact: { name: '', phone: '0574-1' },
        addresses: [{ id: 'a1', contact: { name: '收样员', phone: '13900000000', sex: '女' } }],
      },
    });
  });

  it.each([
    ['ConsigningUnitRegistered', { status: 1 }],
    ['ConsigningUnitProfileChanged', {}],
  ])('%s still yields the contact persons of a consigning unit', (type, status) => {
    const { data } = decode(consigningUnitEvents, firstVersion(type, { ...consigningUnit, ...status }));
    expect(data).toMatchObject({ unit: { addresses: [{ id: 'a1', addressDetail: '学士路1号' }] } });
    expect((data as { unit: { addresses: { contact: unknown }[] } }).unit.addresses[0]?.contact).toEqual({
      name: '收样员',
      phone: '13900000000',
    });
  });
});
