import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import {
  createRawMateriaConsingInfo,
  getAllowedActions,
  getConsignLog,
  getConsignSignAccessoryList,
  getConsignUnitInfo,
  getCreatePreSiteConsign,
  getCustomPropertyConsign,
  getDefaultConsignInfo,
  getAccessory,
  getLimsConsignAttachments,
  getPrintConsignInfoList,
  listConsignments,
  type UserInfo,
} from '#contract';
import '../i18n/language.js';
import { auditPath, DETAIL, formPath, RAW_FORM, SITE_FORM } from '../lib/paths.js';
import { consignmentWith, sampleRowWith } from '../testing/consignment.js';
import { renderFormPage } from '../testing/form-page.js';
import { client, laboratory, renderConsole } from '../testing/render.js';
import AuditScreen from './audit.screen.js';
import ConsignmentDetailScreen from './consignment-detail.screen.js';
import ConsignmentFormScreen from './consignment-form.screen.js';
import { routes } from './features.js';
import { decideRoute } from './guard.js';
import { findScreen } from './route-registry.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const MISSING = '委托id不能为空，请从列表页点击新增按钮重新进入！';
const ITEM = sampleRowWith({
  projectUnit: 'K12 大桥',
  testUnitSampleName: 'K12 大桥',
  sampleNameLink: '桥梁检测 → 荷载试验 → 桥梁静载试验',
  testPart: '3# 墩',
  paramText: '挠度',
  totalFee: '320.50',
});
const onSite = (some: object = {}) =>
  consignmentWith({ consignType: 2, expectTestTime: '2026-12-01T09:00', samples: [ITEM], ...some });

beforeEach(() => {
  page.server.respondWith(getAllowedActions, () => ({
    revision: page.view.revision,
    consignStatus: page.view.consignStatus,
    actions: (['pass', 'reject'] as const).map((action) => ({ action, allowed: true, reason: null })),
  }));
  page.server.respondWith(getPrintConsignInfoList, []);
  page.server.respondWith(getAccessory, []);
  page.server.respondWith(getLimsConsignAttachments, {
    attachments: [{ id: 'x', attachmentName: '原始记录.xlsx', url: '/lims/x' }],
    sampleAttachments: [],
  });
  page.server.respondWith(getConsignSignAccessoryList, [
    { id: 's', signType: 1, url: '/api/v1/documents/sign', signedAt: null },
  ]);
  page.server.respondWith(listConsignments, { items: [], totalCount: 0 });
  page.server.respondWith(getConsignLog, []);
});

const headings = () =>
  [...document.querySelectorAll('.card-head h2')].map((heading) => (heading.textContent ?? '').replace(/^\d/, ''));
const actions = () =>
  [...document.querySelectorAll('.form-footer__actions button, .decision__actions button')].map((button) =>
    (button.textContent ?? '').replace('Ctrl S', ''),
  );
const open = async (Screen: () => React.ReactElement, at: string, user: UserInfo) => {
  renderConsole(<Screen />, { at, user });
  await screen.findByText('基本信息', { selector: 'h2, h2 *' });
};

describe('the addresses of the consignment form', () => {
  it.each([
    ['addConsignInfo', ConsignmentFormScreen, client, () => formPath(page.view.id), '样品列表', ['保存', '保存并提交']],
    [
      'addSitePreConsignInfo',
      ConsignmentFormScreen,
      client,
      () => formPath(page.view.id, 2),
      '检测项目',
      ['保存', '保存并提交'],
    ],
    [
      'auditConsignInfo',
      AuditScreen,
      laboratory,
      () => auditPath(page.view.id),
      '样品列表',
      ['审核不通过', '审核通过'],
    ],
    [
      'auditSitePreConsignInfo',
      AuditScreen,
      laboratory,
      () => auditPath(page.view.id, 2),
      '检测项目',
      ['审核不通过', '审核通过'],
    ],
    [
      '/preconsign-management/detail',
      ConsignmentDetailScreen,
      client,
      () => `${DETAIL}?id=${page.view.id}&pageSource=1`,
      '样品列表',
      ['保存', '保存并提交'],
    ],
    [
      '/preconsign-management/detail of a laboratory',
      ConsignmentDetailScreen,
      laboratory,
      () => `${DETAIL}?id=${page.view.id}&pageSource=4`,
      '检测项目',
      ['审核不通过', '审核通过'],
    ],
  ] as const)(
    'CF-001 %s shows the same sections and fields in the same order, with its own actions',
    async (_, Screen, user, address, samples, expectedActions) => {
      const submitted =
        user === laboratory
          ? ({ consignStatus: 20, consignStatusStr: '待审核', consignCode: 'TU001-2026-00001' } as const)
          : {};
      const filled = {
        ...submitted,
        consignUnitAddress: '江南路1号',
        memo: '请尽快',
        needWitnessUnit: true,
        jzunit: '皖江监理',
        constructionJzunit: '建设指挥部',
      };
      const rawMaterial = samples === '样品列表';
      page.view = rawMaterial ? consignmentWith(filled) : onSite(filled);
      await open(Screen, address(), user);
      const sections = ['检测单位', '基本信息', samples, '委托附件', '外部系统附件', '签名图片'];
      await waitFor(() => expect(headings().filter((heading) => sections.includes(heading))).toEqual(sections));
      const fields = [
        '检测单位',
        rawMaterial ? '收样地址' : '预约检测时间',
        '工程项目',
        '资质类型',
        '检测类别',
        '施工单位',
        '委托人',
        '联系电话',
        '报告领取',
        '委托单位地址',
        '备注',
        '送样方式',
      ];
      const labels = [...document.querySelectorAll('.field-label, dt')].map((label) => label.textContent ?? '');
      expect(fields.filter((field) => !labels.some((label) => label.startsWith(field)))).toEqual([]);
      for (const unit of ['建设指挥部', '皖江监理']) expect(screen.getByText(unit)).toBeTruthy();
      await screen.findByRole('button', { name: expectedActions[1] });
      const footer = document.querySelector('.form-footer__actions, .decision__actions');
      expect(actions()).toEqual(expect.arrayContaining([...expectedActions]));
      const last = [...document.querySelectorAll('.card-head h2')].find((heading) =>
        heading.textContent?.endsWith('签名图片'),
      );
      expect((last?.compareDocumentPosition(footer as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    },
  );

  it('are limited to their roles, except the detail page', () => {
    const at = (pathname: string) => ({ pathname, search: '', hash: '' });
    expect(decideRoute(routes, at(DETAIL), false, null)).toMatchObject({ kind: 'show' });
    expect(decideRoute(routes, at(SITE_FORM), true, client)).toMatchObject({
      kind: 'show',
      entry: { name: 'addSitePreConsignInfo' },
    });
    expect(decideRoute(routes, at(SITE_FORM), true, laboratory)).toMatchObject({ to: '/401' });
    expect(findScreen(routes, '/BusinessManagement/auditSitePreConsignInfo')?.name).toBe('auditSitePreConsignInfo');
  });

  it('show a visitor on the detail page only a request to sign in, and load nothing', async () => {
    renderConsole(<ConsignmentDetailScreen />, { at: `${DETAIL}?id=${page.view.id}`, user: null });
    expect(await screen.findByText('登录后查看委托')).toBeTruthy();
    expect(page.server.received).toEqual([]);
  });

  it('CF-004 CF-007 with pageSource 4 show an appointment read-only with four columns and its audit actions', async () => {
    page.view = onSite({ consignStatus: 20, consignStatusStr: '待审核', consignCode: 'TU001-2026-00001' });
    await open(AuditScreen, auditPath(page.view.id, 2), laboratory);
    const table = screen.getByRole('table', { name: '检测项目' });
    expect([...table.querySelectorAll('th')].map(({ textContent }) => textContent).slice(1, -1)).toEqual([
      '结构物／路段',
      '桩号／检测部位',
      '检测参数',
      '预估费用',
    ]);
    for (const text of ['K12 大桥', '3# 墩', '挠度', '320.50']) expect(table.textContent).toContain(text);
    expect(screen.queryAllByRole('textbox').map(({ id }) => id.startsWith('opinion-'))).toEqual([true]);
    expect(page.server.requestsTo(listConsignments)[0]?.query).toMatchObject({ consignStatuses: '20' });
  });
});

describe('a form address without an id', () => {
  beforeEach(() => {
    page.server.respondWith(getDefaultConsignInfo, {
      testUnitId: '',
      testUnitName: '',
      testUnitAddressId: '',
      testUnitAddressDetail: '',
      projectId: '',
      projectName: '',
      qualificationId: '',
      qualificationName: '',
      consginTestType: '',
      reportCount: 3,
    });
    page.server.respondWith(getCustomPropertyConsign, []);
    page.server.respondWith(getConsignUnitInfo, { id: 'u', name: '', province: '', city: '', detailAddress: '' });
  });

  it('CF-007 opens the form, and its buttons tell the user to enter from the list', async () => {
    await open(ConsignmentFormScreen, RAW_FORM, client);
    for (const name of ['添加样品', /^保存( Ctrl S)?$/, '保存并提交', '复制样品']) {
      await page.user.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
      await page.expectToast(name === '复制样品' ? '请选择要复制的样品' : MISSING);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each([
    [1, '新建原材料预委托', '添加样品'],
    [2, '新建现场检测预约', '添加检测项目'],
    [3, '新建交竣工检测预约', '添加检测项目'],
  ] as const)(
    'CF-007 with consignType %s shows the form of that type and starts a draft of it',
    async (consignType, title, add) => {
      for (const operation of [createRawMateriaConsingInfo, getCreatePreSiteConsign])
        page.server.respondWith(operation, ({ query }) => {
          page.view = consignmentWith({
            isSaved: false,
            samples: [],
            consignType: Number(query['consignType']) as 1 | 2 | 3,
          });
          return { ...page.view, preSiteOtherInfo: { qualifications: [], baAddresss: [] } };
        });
      await open(ConsignmentFormScreen, `${SITE_FORM}?consignType=${consignType}`, client);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
      expect(screen.getAllByRole('button', { name: add })).not.toEqual([]);
      expect(screen.queryByLabelText(/^预约检测时间/) !== null).toBe(consignType !== 1);
      await page.user.click(screen.getByRole('button', { name: title }));
      expect(await screen.findByText('填写中')).toBeTruthy();
      expect(
        page.server.requestsTo(consignType === 1 ? createRawMateriaConsingInfo : getCreatePreSiteConsign)[0]?.query,
      ).toEqual({ consignType: String(consignType), reuse: 'true' });
      cleanup();
    },
  );
});
