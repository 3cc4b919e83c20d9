import { expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import {
  getBuSampleInfo,
  getConsingInfo,
  getDictionary,
  getOtherInfo,
  getParamPacks,
  getSampleProcessMethods,
  getStandards,
  getTestParameters,
  passAuditConsignInfo,
} from '#contract';
import '../i18n/language.js';
import { currentFailure } from '../lib/failures.js';
import { callOperation } from '../lib/http.js';
import { consignmentWith, parameterWith, sampleRowWith, sampleViewWith } from '../testing/consignment.js';
import { renderFormPage } from '../testing/form-page.js';
import { client, renderConsole } from '../testing/render.js';
import ConsignmentFormScreen from './consignment-form.screen.js';
import { routes } from './features.js';
import { flattenScreens } from './route-registry.js';

const page = renderFormPage(<ConsignmentFormScreen />);

it('SF-003 the sample form has no route of its own and opens read-only in the consignment form with page source 4', async () => {
  expect(
    flattenScreens(routes).filter(
      ({ path, name = '' }) => /sample/i.test(path) && /form|edit|detail/i.test(`${path} ${name}`),
    ),
  ).toEqual([]);
  expect(
    flattenScreens(routes).flatMap(({ name }) =>
      name === 'rawMateriaConsignInfoAddConsignInfo' || name === 'addSitePreConsignInfo' ? [name] : [],
    ),
  ).toEqual(['rawMateriaConsignInfoAddConsignInfo', 'addSitePreConsignInfo']);
  const row = sampleRowWith({ projectUnit: 'K12 大桥', testUnitSampleName: 'K12 大桥' });
  page.view = consignmentWith({
    consignType: 2,
    consignStatus: 20,
    samples: [row],
    expectTestTime: '2026-12-01T09:00:00',
  });
  page.server.respondWith(getBuSampleInfo, sampleViewWith({ id: row.id, memo: '桥面左幅' }));
  page.server.respondWith(getTestParameters, [parameterWith()]);
  page.server.respondWith(getOtherInfo, {
    properties: [],
    sampleNumUnit: '',
    delegatesNumUnit: '',
    defaultDelegatesNum: null,
    defaultAfterTestOperate: '',
  });
  for (const list of [getParamPacks, getStandards, getDictionary, getSampleProcessMethods])
    page.server.respondWith(list, []);
  renderConsole(<ConsignmentFormScreen />, {
    at: `/onlineConsign/addSitePreConsignInfo?id=${page.view.id}&consignType=2&pageSource=4&sample=${row.id}`,
    user: client,
  });
  expect(await screen.findByText('桥面左幅')).toBeTruthy();
  expect(page.server.requestsTo(getConsingInfo)[0]?.query).toEqual({ id: page.view.id });
  expect(page.server.requestsTo(getBuSampleInfo)[0]?.query).toMatchObject({ id: row.id });
  expect([document.querySelectorAll('.page-body input'), screen.queryByRole('button', { name: /^保存/ })]).toEqual([
    expect.objectContaining({ length: 0 }),
    null,
  ]);
  cleanup();
});

it('SERR-011 a response with success false is rejected even with HTTP 200', async () => {
  page.server.refuse(passAuditConsignInfo, { status: 200, message: '请完善样品“水泥”的参数信息后再进行审核操作！' });
  await expect(
    callOperation(passAuditConsignInfo, { body: { ids: [crypto.randomUUID()], remark: '' } }),
  ).rejects.toMatchObject({
    message: '请完善样品“水泥”的参数信息后再进行审核操作！',
  });
  expect(currentFailure.get()).toBeNull();
});
