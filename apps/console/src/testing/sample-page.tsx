import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach } from '@jest/globals';
import type { ComponentType } from 'react';
import {
  type Accessory,
  type AccessoryTypeView,
  deleteAccessory,
  getAccessory,
  getAccessoryTypes,
  getBuSampleInfo,
  getConcatRules,
  getDictionary,
  getLimsConsignAttachments,
  getOtherInfo,
  getParamPacks,
  getMaterials,
  getSampleExample,
  getSampleProcessMethods,
  getSampleRequirements,
  getStandards,
  getTestParameters,
  type OfferedParameter,
  saveBuSampleInfo,
  type SampleView,
  type UnitConfig,
  type UserInfo,
} from '#contract';
import { parameterWith, sampleViewWith, UNIT_ID } from './consignment.js';
import { client, renderConsole } from './render.js';
import { type StubServer, stubServer } from './stub-server.js';

type Host = {
  consignId: string;
  consignType: number;
  consignStatus?: number;
  pageSource?: number;
  revision: number;
  testUnitId: string | null;
  projectId?: string | null;
  qualificationName: string;
  testUnitConfig: UnitConfig;
  mayLeaveToLab: boolean;
};
export type FormProps = {
  host: Host;
  sampleId: string;
  readOnly: boolean;
  onClose(): void;
  onSaved(): Promise<unknown>;
  onStale(): void;
  onAddNext?(): void;
  onCopied?(sampleId: string): void;
};

/** Row of the form object for an offered parameter. */
export const chosenRow = (parameter: OfferedParameter): SampleView['tuSampleParamIds'][number] => ({
  tuTestParamId: parameter.id,
  tuTestParamCode: parameter.code,
  tuTestParamName: parameter.name,
  tuTestParamDescription: '',
  tuTestParamPrice: parameter.tuTestParamPrice,
  testParamPriceType: 1,
  totalFee: parameter.tuTestParamPrice,
  tuTestParamCount: 1,
  paramWorkDay: 2,
  sharedPriceQualifier: '',
  sharedPrice: null,
  testCount: null,
  sharedTestCount: null,
  sharedTestCountName: '',
  sharedTestCountUnit: '',
  buSampleParamUseBaseStandard: [],
});
export const accessoryWith = (some: Partial<Accessory> = {}): Accessory => ({
  id: crypto.randomUUID(),
  name: 'a.pdf',
  size: 34_816,
  creationTime: '2026-11-20T08:42:00.000Z',
  url: '/api/v1/documents/ticket',
  foreignTable: 'BU_ConsignInfo',
  foreignKey: '',
  accessoryType: '',
  accessoryTypeID: '',
  readonly: false,
  isReplace: false,
  ...some,
});
export const kindWith = (some: Partial<AccessoryTypeView>): AccessoryTypeView => ({
  id: crypto.randomUUID(),
  name: '',
  type: 0,
  enable: true,
  isRequire: false,
  testUnitId: null,
  exampleImages: [],
  ...some,
});

/** The sample form over a service that stores what it is sent, new for each test; and the actions of its user. */
export const renderSamplePage = (Form: ComponentType<FormProps>) => {
  const user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });
  const parameter = parameterWith();
  const page = {
    server: null as unknown as StubServer,
    user,
    parameter,
    sample: sampleViewWith(),
    files: [] as Accessory[],
    kinds: [] as AccessoryTypeView[],
    closeCount: 0,
    addCount: 0,
    copied: [] as string[],
    open: async (
      some: Partial<SampleView> = {},
      {
        host = {},
        readOnly = false,
        account = client,
      }: { host?: Partial<Host>; readOnly?: boolean; account?: UserInfo } = {},
    ) => {
      page.sample = sampleViewWith({ tuSampleParamIds: [chosenRow(parameter)], ...some });
      const fullHost: Host = {
        consignId: page.sample.consignId,
        consignType: 1,
        consignStatus: readOnly ? 20 : 10,
        revision: 3,
        testUnitId: UNIT_ID,
        projectId: null,
        qualificationName: '公路工程综合甲级',
        testUnitConfig: {},
        mayLeaveToLab: true,
        ...host,
      };
      renderConsole(
        <Form
          host={fullHost}
          sampleId={page.sample.id}
          readOnly={readOnly}
          onClose={() => {
            page.closeCount += 1;
          }}
          onSaved={() => Promise.resolve()}
          onStale={() => undefined}
          onAddNext={() => {
            page.addCount += 1;
          }}
          onCopied={(id) => page.copied.push(id)}
        />,
        { user: account },
      );
      await screen.findByRole('button', { name: /^(返回委托|Back to consignment)$/ });
      await waitFor(() => {
        if (document.querySelector('.skeleton-block')) throw new Error('still loading');
      });
    },
    press: (name: string | RegExp) => user.click(screen.getByRole('button', { name })),
    save: () => user.click(screen.getByRole('button', { name: /^保存(样品|项目)$/ })),
    saved: () => page.server.requestsTo(saveBuSampleInfo).map(({ body }) => body as Record<string, unknown>),
    /** The messages on screen. */
    toastTexts: () => [...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent),
    expectToast: (text: string) =>
      waitFor(() => {
        if (page.toastTexts().join('|') !== text) throw new Error(`said ${page.toastTexts().join('|')}`);
      }),
    section: (name: string) => document.querySelector<HTMLElement>(`[data-section="${name}"]`),
  };
  beforeEach(() => {
    Element.prototype.scrollIntoView ??= () => undefined;
    localStorage.clear();
    Object.assign(page, { server: stubServer(), files: [], kinds: [], closeCount: 0, addCount: 0, copied: [] });
    const { server } = page;
    server.respondWith(getBuSampleInfo, () => page.sample);
    server.respondWith(saveBuSampleInfo, ({ body }) => ({
      ...page.sample,
      ...(body as Partial<SampleView>),
      id: page.sample.id,
    }));
    server.respondWith(getTestParameters, [parameter]);
    for (const operation of [
      getParamPacks,
      getStandards,
      getSampleRequirements,
      getDictionary,
      getConcatRules,
      getMaterials,
      getSampleExample,
    ])
      server.respondWith(operation, []);
    server.respondWith(getSampleProcessMethods, [
      { id: 'h1', typename: '退还委托单位' },
      { id: 'h2', typename: '检毕由检测机构处理' },
    ]);
    server.respondWith(getOtherInfo, {
      properties: [],
      sampleNumUnit: 'kg',
      delegatesNumUnit: 't',
      defaultDelegatesNum: null,
      defaultAfterTestOperate: '',
    });
    server.respondWith(getAccessory, () => page.files);
    server.respondWith(getAccessoryTypes, () => page.kinds);
    server.respondWith(getLimsConsignAttachments, { attachments: [], sampleAttachments: [] });
    server.respondWith(deleteAccessory, ({ query }) => {
      page.files = page.files.filter(({ id }) => id !== query['id']);
      return true as const;
    });
  });
  afterEach(cleanup);
  return page;
};
