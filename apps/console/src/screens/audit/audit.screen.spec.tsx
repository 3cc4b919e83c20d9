import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ActionName,
  confirmSample,
  type ConsignmentView,
  getAllowedActions,
  getBuSampleInfo,
  getConsignLog,
  getConsingInfo,
  getParamPacks,
  getPrintConsignInfoList,
  getSampleRequirements,
  getStandards,
  getTestParameters,
  getUnitDetail,
  listConsignments,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
  type SampleView,
  saveBuSampleInfo,
  syncUpdateConsignInfo,
  type UserInfo,
} from '#contract';
import AuditScreen from '../../app/audit.screen.js';
import { chooseLanguage } from '../../i18n/language.js';
import { currentFailure } from '../../lib/failures.js';
import {
  consignmentWith,
  parameterWith,
  sampleRowWith,
  sampleViewWith,
  unitDetail,
} from '../../testing/consignment.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';
import { rowWith } from '../../testing/rows.js';
import { chosenRow } from '../../testing/sample-page.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';

const NAMES: Partial<Record<number, string>> = {
  20: '待审核',
  30: '待收样',
  40: '审核不通过',
  60: '已收样',
  90: '已退样',
};
const ACTIONS = ['审核不通过', '审核通过', '退回样品', '确认收样'] as const;
const BLOCKED = '请完善样品“水泥”的参数信息后再进行审核操作！';
let server: StubServer;
let view: ConsignmentView;
let details: SampleView[];
/** Actions the service refuses now, with its reason. */
let refused: Partial<Record<ActionName, { code: string; message: string }>>;
let queuedIds: string[];

const enter = (consignStatus: ConsignmentView['consignStatus']) => {
  view = { ...view, consignStatus, consignStatusStr: NAMES[consignStatus] ?? '', revision: view.revision + 1 };
};
const show = async (
  some: Partial<ConsignmentView> = {},
  { who = laboratory, source = '4' }: { who?: UserInfo; source?: string } = {},
) => {
  view = consignmentWith({
    consignStatus: 20,
    consignStatusStr: NAMES[some.consignStatus ?? 20] ?? '',
    consignCode: 'TU001-2026-00001',
    consignTime: '2026-11-19T08:42:00.000Z',
    ...some,
  });
  renderConsole(<AuditScreen />, {
    at: `/BusinessManagement/auditConsignInfo?id=${view.id}&consignType=1&pageSource=${source}`,
    user: who,
  });
  await screen.findByRole('heading', { level: 1 });
};
const standard = (baseStandardCode: string, useType: '1' | '2', expireDate: string | null) => ({
  baBaseStandardId: null,
  baseStandardClauseCode: '',
  baseStandardType: 3 as const,
  isDefault: false,
  executeDate: null,
  limsUniqueKey: baseStandardCode,
  baseStandardCode,
  baseStandardName: baseStandardCode,
  useType,
  expireDate,
});
const visibleActions = () => ACTIONS.filter((action) => screen.queryByRole('button', { name: action }));
const user = userEvent.setup({ pointerEventsCheck: 0 });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const expectToast = async (text: string) => {
  await waitFor(() =>
    expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
  );
};

beforeEach(() => {
  localStorage.clear();
  server = stubServer();
  details = [];
  refused = {};
  queuedIds = [];
  server.respondWith(getConsingInfo, ({ query }) =>
    query['id'] === view.id
      ? view
      : {
          ...view,
          id: query['id'] ?? '',
          consignCode: 'TU001-2026-00002',
          consignStatus: 20 as const,
          consignStatusStr: '待审核',
        },
  );
  server.respondWith(getAllowedActions, () => ({
    revision: view.revision,
    consignStatus: view.consignStatus,
    actions: (['pass', 'reject', 'confirm', 'return', 'completeParameters'] as const).map((action) => ({
      action,
      allowed: !refused[action],
      reason: refused[action] ?? null,
    })),
  }));
  server.respondWith(getPrintConsignInfoList, () => [
    {
      ...view,
      samples: details.map((sample) => ({ ...sample, receivingRequirement: '' })),
      qualificationName: view.tuqualificationName,
      isReadOnly: true,
      title: '原材料检测预览',
    },
  ]);
  server.respondWith(listConsignments, () => ({
    items: queuedIds.map((id) => rowWith({ id, consignStatus: 20 })),
    totalCount: queuedIds.length,
  }));
  server.respondWith(getConsignLog, []);
});
afterEach(cleanup);

describe('the actions of the audit view', () => {
  it.each([
    [20, ['审核不通过', '审核通过']],
    [30, ['退回样品', '确认收样']],
    [40, []],
    [60, []],
  ] as const)('CF-006 at %s include only those of that status', async (consignStatus, actions) => {
    await show({ consignStatus });
    await screen.findByText('基本信息');
    await waitFor(() => expect(visibleActions()).toEqual(actions));
    for (const action of [/^保存/, '复制样品', '删除样品'])
      expect(screen.queryByRole('button', { name: action })).toBeNull();
  });

  it('ROLE-008 are shown only to a laboratory with pageSource 4', async () => {
    await show();
    await waitFor(() => expect(visibleActions()).toHaveLength(2));
    for (const [who, source] of [
      [laboratory, '1'],
      [client, '4'],
    ] as const) {
      cleanup();
      await show({}, { who, source });
      await screen.findByText('基本信息');
      expect(visibleActions()).toEqual([]);
    }
  });

  it('leave out receipt and return when the unit has switched confirmation off', async () => {
    refused = {
      confirm: { code: 'CONFIRMATION_SWITCHED_OFF', message: '检测单位未启用收样确认' },
      return: { code: 'CONFIRMATION_SWITCHED_OFF', message: '检测单位未启用收样确认' },
    };
    await show({ consignStatus: 30 });
    expect(await screen.findByText('检测单位未启用收样确认')).toBeTruthy();
    expect(visibleActions()).toEqual([]);
  });
});

describe('synchronising with the laboratory system', () => {
  const item = { isKnown: true, changed: [], problems: [], consignStatus: 20 as const, revision: 5 };

  it('is offered if the unit has one, and shows what was updated and what failed', async () => {
    server.respondWith(getUnitDetail, unitDetail(true));
    server.respondWith(syncUpdateConsignInfo, () => ({
      items: [{ ...item, id: view.id, changed: ['status' as const, 'bill' as const] }],
    }));
    await show();
    await press('从检测系统同步');
    await expectToast('已从检测系统更新：状态、委托单');
    expect(server.requestsTo(syncUpdateConsignInfo)[0]?.body).toEqual({ ids: [view.id] });
    const problems = [{ part: 'status' as const, code: 'TRANSITION_NOT_ALLOWED', message: '已收样，不能审核' }];
    server.respondWith(syncUpdateConsignInfo, () => ({ items: [{ ...item, id: view.id, problems }] }));
    await press('从检测系统同步');
    expect(await screen.findByText('状态：已收样，不能审核')).toBeTruthy();
  });

  it('is not offered if the unit has none', async () => {
    server.respondWith(getUnitDetail, unitDetail(false));
    await show();
    await waitFor(() => expect(server.requestsTo(getUnitDetail)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: '从检测系统同步' })).toBeNull();
  });
});

describe('a decision', () => {
  it('passes with the opinion and the revision that was shown, then reads the consignment again', async () => {
    server.respondWith(passAuditConsignInfo, () => {
      enter(30);
      return { items: [{ id: view.id, LimsConsignID: view.id }] };
    });
    await show();
    await user.type(await screen.findByRole('textbox'), '同意');
    await press('审核通过');
    await expectToast('审核通过');
    expect(server.requestsTo(passAuditConsignInfo)[0]).toMatchObject({
      body: { ids: [view.id], remark: '同意' },
      headers: { 'If-Match': '"3"' },
    });
    await waitFor(() => expect(visibleActions()).toEqual(['退回样品', '确认收样']));
  });

  it('shows and checks the standards of simple input, and passes an expired one only after a second confirmation', async () => {
    details = [
      sampleViewWith({
        inputMethod: 0,
        tuSampleParamIds: [
          {
            ...chosenRow(parameterWith({ name: '抗压强度', displayName: '抗压强度' })),
            buSampleParamUseBaseStandard: [],
          },
        ],
        buSampleUseBaseStandard: [
          standard('GB/T 17671-2021', '1', null),
          standard('GB 175-2007', '2', '2024-06-01T00:00:00.000Z'),
        ],
      }),
    ];
    server.respondWith(passAuditConsignInfo, () => {
      enter(30);
      return { items: [{ id: view.id, LimsConsignID: view.id }] };
    });
    await show({ samples: [sampleRowWith({ id: details[0]?.id ?? '', isInputedTestParam: true })] });
    const row = (await screen.findByText('抗压强度')).closest('tr') as HTMLElement;
    expect(within(row).getByText('GB/T 17671-2021')).toBeTruthy();
    expect(within(row).getByText(/GB 175-2007.*已废止/)).toBeTruthy();
    const checks = within(screen.getByRole('complementary', { name: '审核' }));
    expect(await checks.findByText('GB 175-2007 已废止')).toBeTruthy();
    expect(checks.queryByText(/依据现行有效/)).toBeNull();
    expect(checks.getByText(/参数均有检测依据/)).toBeTruthy();

    await press('审核通过');
    await user.click(await screen.findByRole('button', { name: '返回核对' }));
    expect(server.requestsTo(passAuditConsignInfo)).toEqual([]);
    await press('审核通过');
    await user.click(await screen.findByRole('button', { name: '仍然通过' }));
    await expectToast('审核通过');
    expect(server.requestsTo(passAuditConsignInfo)).toHaveLength(1);
  });

  it('passes nothing while the samples cannot be read, and shows the reason', async () => {
    server.refuse(getPrintConsignInfoList, { status: 500, message: '样品明细读取失败' });
    server.respondWith(passAuditConsignInfo, () => {
      enter(30);
      return { items: [{ id: view.id, LimsConsignID: view.id }] };
    });
    await show();
    expect(await screen.findByText('没有取到样品明细，暂不能核对')).toBeTruthy();
    await press('审核通过');
    const alert = within(await screen.findByRole('alertdialog', { name: '没有取到样品明细，暂不能核对' }));
    expect(alert.getByText('样品明细读取失败')).toBeTruthy();
    expect(server.requestsTo(passAuditConsignInfo)).toEqual([]);
    await user.click(alert.getByRole('button', { name: '知道了' }));

    server.respondWith(getPrintConsignInfoList, []);
    await press('审核通过');
    await expectToast('审核通过');
    expect(server.requestsTo(passAuditConsignInfo)).toHaveLength(1);
  });

  it('rejects only with a reason of at most 50 characters', async () => {
    server.respondWith(noPassAuditConsignInfo, () => {
      enter(40);
      return true as const;
    });
    await show();
    await press('审核不通过');
    await expectToast('输入内容不能为空');
    expect(server.requestsTo(noPassAuditConsignInfo)).toEqual([]);
    await user.click(screen.getByText('样品信息不全'));
    await user.type(screen.getByRole('textbox'), '一'.repeat(60));
    expect(screen.getByText('50 / 50')).toBeTruthy();
    await press('审核不通过');
    await expectToast('审核不通过');
    expect(server.requestsTo(noPassAuditConsignInfo)[0]?.body).toMatchObject({
      remark: expect.stringMatching(/^样品信息不全一{44}$/),
    });
  });

  it('confirms receipt and returns samples with the messages of the specification', async () => {
    server.respondWith(confirmSample, () => {
      enter(60);
      return { items: [], LimsConsignID: view.id };
    });
    server.respondWith(noPassConfirmSample, () => {
      enter(90);
      return true as const;
    });
    await show({ consignStatus: 30 });
    await press('确认收样');
    await expectToast('确认收样完成');
    cleanup();
    await show({ consignStatus: 30 });
    await press('退回样品');
    await expectToast('输入内容不能为空');
    await user.click(screen.getByText('样品数量不足'));
    await press('退回样品');
    await expectToast('已退回');
    expect(server.requestsTo(noPassConfirmSample)[0]?.body).toMatchObject({ description: '样品数量不足' });
  });

  it('VA-014 TID-009 does not pass while parameters are unconfirmed, and passes after they were completed', async () => {
    refused = { pass: { code: 'PARAMETERS_UNCONFIRMED', message: BLOCKED } };
    const open = sampleRowWith({
      testUnitSampleName: '水泥',
      isInputedTestParam: false,
      isTestUnitConfirmTestParam: true,
    });
    const sample = sampleViewWith({
      id: open.id,
      testUnitSampleName: '水泥',
      isTestUnitConfirmTestParam: true,
      testReason: '进场检验',
    });
    const parameter = parameterWith();
    server.respondWith(getBuSampleInfo, sample);
    server.respondWith(getTestParameters, [parameter]);
    server.respondWith(getParamPacks, []);
    server.respondWith(getStandards, []);
    server.respondWith(getSampleRequirements, []);
    server.respondWith(saveBuSampleInfo, () => {
      refused = {};
      view = { ...view, samples: [{ ...open, isInputedTestParam: true }], revision: 4 };
      return sample;
    });
    server.respondWith(passAuditConsignInfo, () => {
      enter(30);
      return { items: [] };
    });
    await show({ samples: [open] });
    expect(await screen.findByText(BLOCKED)).toBeTruthy();
    await press('审核通过');
    await expectToast(BLOCKED);
    expect(server.requestsTo(passAuditConsignInfo)).toEqual([]);
    expect(screen.getByRole('button', { name: '审核不通过' }).getAttribute('aria-disabled')).toBeNull();
    await press('去完善');
    const box = within(await screen.findByRole('dialog', { name: /^选择检测参数/ }));
    expect(box.queryByText('由检测机构确定参数')).toBeNull();
    await user.click(await box.findByRole('checkbox', { name: '选择比表面积' }));
    await user.click(box.getByRole('button', { name: /确定/ }));
    await press('保存样品');
    await expectToast('保存成功');
    expect(server.requestsTo(saveBuSampleInfo)[0]?.body).toMatchObject({
      id: open.id,
      isTestUnitConfirmTestParam: true,
      tuSampleParamIds: [{ tuTestParamId: parameter.id, tuTestParamCount: 1 }],
    });
    await waitFor(() => expect(screen.queryByText(BLOCKED)).toBeNull());
    await press('审核通过');
    await expectToast('审核通过');
  }, 20_000);

  it('opens the next waiting consignment afterwards, unless the user wants to stay', async () => {
    server.respondWith(passAuditConsignInfo, { items: [] });
    const otherId = crypto.randomUUID();
    queuedIds = [otherId];
    await show();
    expect(await screen.findByText('待审核 1 条')).toBeTruthy();
    await press('审核通过');
    expect(await screen.findByText('TU001-2026-00002')).toBeTruthy();
    cleanup();
    await show();
    await user.click(await screen.findByRole('checkbox', { name: '处理后打开下一条' }));
    await press('审核通过');
    await expectToast('审核通过');
    expect(screen.getByText('TU001-2026-00001')).toBeTruthy();
  });

  it('counts waiting consignments of all types, and calls the page an audit only when the status is 20', async () => {
    queuedIds = ['0a1b2c3d-0000-4000-8000-000000000001', '0a1b2c3d-0000-4000-8000-000000000002'];
    await show();
    expect(await screen.findByText('待审核 2 条')).toBeTruthy();
    expect(server.requestsTo(listConsignments)[0]?.query).not.toHaveProperty('consignType');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('审核原材料预委托');
    for (const [consignStatus, title] of [
      [30, '原材料预委托收样'],
      [60, '查看原材料预委托'],
    ] as const) {
      cleanup();
      await show({ consignStatus });
      expect((await screen.findByRole('heading', { level: 1, name: new RegExp(title) })).textContent).not.toContain(
        '审核',
      );
    }
  });

  it('shows the server’s message in an alert when it is refused', async () => {
    server.refuse(passAuditConsignInfo, { status: 200, message: BLOCKED });
    await show();
    await press('审核通过');
    await waitFor(() => expect(currentFailure.get()).toEqual({ kind: 'message', message: BLOCKED }));
    await waitFor(() => expect(server.requestsTo(getConsingInfo).length).toBeGreaterThan(1));
  });
});

describe('a standard phrase added after typed text', () => {
  afterEach(() => act(() => chooseLanguage('zh')));
  const phrases = { zh: '样品信息不全', en: 'Sample info incomplete', es: 'Datos de muestra incompletos' } as const;

  it.each([
    ['zh', '缺报告', '缺报告；样品信息不全'],
    ['zh', '缺报告。', '缺报告；样品信息不全'],
    ['zh', '缺报告； ', '缺报告；样品信息不全'],
    ['zh', '报告呢？', '报告呢？样品信息不全'],
    ['zh', '。', '样品信息不全'],
    ['en', 'No report', 'No report; Sample info incomplete'],
    ['en', 'No report. ', 'No report; Sample info incomplete'],
    ['en', 'No report;', 'No report; Sample info incomplete'],
    ['en', 'No report?', 'No report? Sample info incomplete'],
    ['en', 'Missing:', 'Missing: Sample info incomplete'],
    ['es', 'Falta uno.', 'Falta uno; Datos de muestra incompletos'],
    ['es', 'Falta uno,', 'Falta uno; Datos de muestra incompletos'],
  ] as const)('is separated exactly once in %s: “%s”', async (language, text, result) => {
    await chooseLanguage(language);
    await show();
    const opinion = await screen.findByRole<HTMLTextAreaElement>('textbox');
    await user.type(opinion, text);
    await user.click(screen.getByText(phrases[language]));
    expect(opinion.value).toBe(result);
  });
});

describe('the audit view in English', () => {
  beforeEach(() => chooseLanguage('en'));
  afterEach(() => act(() => chooseLanguage('zh')));

  it('shows findings, phrases and standards with English punctuation', async () => {
    const open = sampleRowWith({ isInputedTestParam: false, isTestUnitConfirmTestParam: true });
    const empty = sampleRowWith({ id: crypto.randomUUID(), isInputedTestParam: false });
    details = [
      sampleViewWith({
        id: open.id,
        tuSampleParamIds: [{ ...chosenRow(parameterWith()), buSampleParamUseBaseStandard: [] }],
        buSampleUseBaseStandard: [
          standard('GB/T 17671-2021', '1', null),
          standard('GB 175-2007', '1', '2024-06-01T00:00:00.000Z'),
        ],
      }),
    ];
    await show({ samples: [open, empty] });
    expect(await screen.findByText('1 blocking, 2 to note')).toBeTruthy();
    const cell = (await screen.findByText('GB/T 17671-2021')).closest('td') as HTMLElement;
    expect(cell.textContent).toBe('Basis GB/T 17671-2021, GB 175-2007 (expired)');

    await user.click(screen.getByText('Sample info incomplete'));
    await user.click(screen.getByText('Witness sampling form missing'));
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value.slice(0, 25)).toBe('Sample info incomplete; W');
  });

  it('shows the result of synchronising with English punctuation', async () => {
    const item = { id: '', isKnown: true, problems: [], consignStatus: 20 as const, revision: 5 };
    server.respondWith(getUnitDetail, unitDetail(true));
    server.respondWith(syncUpdateConsignInfo, () => ({
      items: [{ ...item, changed: ['status' as const, 'bill' as const] }],
    }));
    await show();
    await press('Synchronise with the laboratory system');
    await expectToast('Updated from the laboratory system: status, bill');
    const problems = [{ part: 'status' as const, code: 'TRANSITION_NOT_ALLOWED', message: 'already received' }];
    server.respondWith(syncUpdateConsignInfo, () => ({ items: [{ ...item, changed: [], problems }] }));
    await press('Synchronise with the laboratory system');
    expect(await screen.findByText('status: already received')).toBeTruthy();
  });
});
