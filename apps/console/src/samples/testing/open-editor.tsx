import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  getBuSampleInfo,
  getCustomPropertyConsign,
  getDictionary,
  getOtherInfo,
  getParamPacks,
  getSampleExample,
  getSampleProcessMethods,
  getStandards,
  getTestParameters,
  getUnitDetail,
  type ResultOf,
  type SampleView,
  saveBuSampleInfo,
} from '#contract';
import type { SampleProperty } from '#events';
import { sampleViewWith, UNIT_ID, unitDetail } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { SampleEditor } from '../editor/sample-editor.js';
import type { SampleFormContext } from '../selection/offer.js';

export const user = userEvent.setup({ pointerEventsCheck: 0 });

export const property = (name: string, some: Partial<SampleProperty> = {}): SampleProperty => ({
  testSamplePropertyId: `id-${name}`,
  testSamplePropertyDisplayName: name,
  testSamplePropertySystemName: `prop_${name}`,
  testSamplePropertyType: 1,
  value: '',
  orderNum: 1,
  isJoinSpecification: false,
  unit: '',
  ...some,
});

/** The content of the catalogue besides the parameters: these properties, with their defaults. */
export const otherInfo = (
  properties: readonly SampleProperty[],
  some: Partial<ResultOf<typeof getOtherInfo>> = {},
): ResultOf<typeof getOtherInfo> => ({
  properties: properties.map((each) => ({
    listValue: [],
    inputHistory: [],
    special: '',
    ...each,
    testSamplePropertyId: each.testSamplePropertyId ?? '',
  })),
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  defaultAfterTestOperate: '',
  ...some,
});

/** A service with one sample and its catalogue, which stores what it is sent. */
export const sampleServer = (
  sample: SampleView,
  properties: readonly SampleProperty[] = sample.buSamplePropertyInfo,
): StubServer => {
  const server = stubServer();
  let stored = sample;
  server.respondWith(getBuSampleInfo, () => stored);
  server.respondWith(saveBuSampleInfo, ({ body }) => {
    stored = { ...stored, ...(body as Partial<SampleView>) };
    return stored;
  });
  for (const list of [
    getTestParameters,
    getParamPacks,
    getStandards,
    getDictionary,
    getCustomPropertyConsign,
    getSampleExample,
  ])
    server.respondWith(list, []);
  server.respondWith(getSampleProcessMethods, [{ id: 'm1', typename: '检毕由检测机构处理' }]);
  server.respondWith(getOtherInfo, otherInfo(properties));
  server.respondWith(getUnitDetail, unitDetail(false));
  return server;
};

const host = (some: Partial<SampleFormContext> = {}): SampleFormContext => ({
  consignId: '11111111-1111-4111-8111-111111111111',
  consignType: 1,
  revision: 1,
  testUnitId: UNIT_ID,
  projectId: null,
  qualificationName: '',
  testUnitConfig: {},
  mayLeaveToLab: true,
  ...some,
});

/** The form of a sample that is left to the laboratory, which needs no parameters. */
export const sampleLeftToLab = (some: Partial<SampleView> = {}): SampleView =>
  sampleViewWith({ isTestUnitConfirmTestParam: true, testReason: '验证进场材料', ...some });

export const openEditor = async (
  sample: SampleView,
  { readOnly = false, ...some }: Partial<SampleFormContext> & { readOnly?: boolean } = {},
) => {
  renderConsole(
    <SampleEditor
      host={host(some)}
      sampleId={sample.id}
      readOnly={readOnly}
      onClose={() => undefined}
      onSaved={() => Promise.resolve()}
      onStale={() => undefined}
    />,
  );
  await screen.findByRole('heading', { name: /^(样品辅助信息|检测补充信息)$/ });
};

export const replaceText = async (field: HTMLElement, text: string) => {
  await user.clear(field);
  if (text) await user.type(field, text);
};

/** Pastes a text into a field, as a spreadsheet puts it on the clipboard. */
export const pasteInto = async (field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};

export const alertText = () => [...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent);

/** What the form sent with its last save. */
export const lastSentBody = <Body,>(server: StubServer): Body => {
  const request = server.requestsTo(saveBuSampleInfo).at(-1);
  if (!request) throw new Error('nothing was saved');
  return request.body as Body;
};
