import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getTestUnitInfoByConsignPlatURL } from '#contract';
import { brandingWith } from '../app/testing/whole-console.js';
import { chooseLanguage } from '../i18n/language.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { brandingQuery } from './branding.js';
import { queryClient } from './queries.js';
import { saveUnitState, unitState } from './unit-state.js';

let server: StubServer;
const unit = brandingWith({
  testUnitName: '浙东交通工程检测中心有限公司',
  lmisType: 1,
  lmisurl: 'https://lims.example.com',
  lmisIntegratedCode: 'LC-1',
  iLISReportProgressQueryURL: 'https://lims.example.com/progress',
});

beforeEach(() => {
  queryClient.clear();
  unitState.set(null);
  server = stubServer();
});
afterEach(() => chooseLanguage('zh'));

describe('the unit of this web origin', () => {
  it('UN-003 EM-002 is stored with its five values, and kept if a later request finds no unit', async () => {
    server.respondWith(getTestUnitInfoByConsignPlatURL, unit);
    await queryClient.fetchQuery(brandingQuery);
    const state = {
      lmisType: 1,
      lmisurl: 'https://lims.example.com',
      iLISReportProgressQueryURL: 'https://lims.example.com/progress',
      lmisIntegratedCode: 'LC-1',
      testUnitInfo: unit,
    };
    expect(unitState.get()).toEqual(state);
    server.respondWith(getTestUnitInfoByConsignPlatURL, null);
    await queryClient.fetchQuery({ ...brandingQuery, staleTime: 0 });
    expect(unitState.get()).toEqual(state);
  });

  it('UN-003 EM-002 cannot be saved without a unit', async () => {
    await chooseLanguage('en');
    await expect(saveUnitState(null)).rejects.toThrow('unit information does not exist');
    expect(unitState.get()).toBeNull();
  });
});
