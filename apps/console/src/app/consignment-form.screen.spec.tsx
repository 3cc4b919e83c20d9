import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  changeTestingUnit, commitConsignInfo, type ConsignmentView, copyBuSampleInfo, getAllUnit, getAreaList, getBuSampleInfoParams, getConsignSignAccessoryList, getConsingInfo,
  getProjectList, getQualificationNameList, getSampleRequirements, getSampleTree, getTuQualificationsByTestUnitId, insertProject, saveConsignInfo,
} from '#contract';
import '../i18n/language.js';
import { consignmentWith, projectRow, QUALIFICATION_ID, sampleRowWith, unitRow } from '../testing/consignment.js';
import { client, laboratory, renderConsole } from '../testing/render.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import ConsignmentFormScreen from './consignment-form.screen.js';

const FORM = '/onlineConsign/addConsignInfo';
let server: StubServer;
let view: ConsignmentView;

/** Stores what was sent as the service does, one revision on. */
const answerSave = () => server.answers(saveConsignInfo, ({ body }) => { view = { ...view, ...(body as Partial<ConsignmentView>), revision: view.revision + 1 }; return view; });
const show = async (some: Partial<ConsignmentView> = {}, user = client, search = '') => {
  view = consignmentWith(some);
  renderConsole(<ConsignmentFormScreen />, { at: `${FORM}?id=${view.id}${search}`, user });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText('样品列表').catch(() => screen.findAllByText('检测项目'));
};
const user = userEvent.setup({ pointerEventsCheck: 0 });
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const pressSave = () => user.click(screen.getByRole('button', { name: /^保存( Ctrl S)?$/ }));
const dialog = async () => within(await screen.findByRole('dialog'));
/** The one warning on screen. */
const warned = async (text: string) => {
  await waitFor(() => expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]));
};
const retype = async (label: RegExp, text: string) => {
  await user.clear(screen.getByLabelText(label));
  if (text) await user.type(screen.getByLabelText(label), text);
};

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
  localStorage.clear();
  server = stubServer();
  server.answers(getConsingInfo, () => view);
  server.answers(getAllUnit, { items: [unitRow(), unitRow({ id: 'bbbbbbbb-0000-4000-8000-000000000002', testUnitName: '江淮公路试验检测研究院' })], totalCount: 2 });
  server.answers(getTuQualificationsByTestUnitId, [{ id: QUALIFICATION_ID, name: '公路工程综合甲级', sysQualificationId: 's1' }]);
  server.answers(getProjectList, { items: [projectRow({ id: '5da22e27-e2dd-51ea-b4d0-59ecf5c6a5fd' })], totalCount: 1 });
  server.answers(getAreaList, [{ AreaID: 330000, AreaName: '浙江省', RootID: 0 }, { AreaID: 330200, AreaName: '宁波市', RootID: 330000 }, { AreaID: 340000, AreaName: '安徽省', RootID: 0 }]);
  server.answers(getQualificationNameList, ['公路工程综合甲级']);
  server.answers(getConsignSignAccessoryList, []);
  server.answers(getSampleTree, { sampleTree: [], expandedKey: [], selectedKey: '' });
  answerSave();
});
afterEach(cleanup);

describe('saving the form', () => {
  it('VA-001 warns of the first failing rule only, in the listed order, and sends nothing', async () => {
    await show({ testUnitId: null, testUnitName: '', projectId: null, projectName: '', linkPerson: '', linkPersonPhone: '', tuqualificationId: null, tuqualificationName: '', sendSampleType: 2, mailOrderNumber: '', reportCount: 0, samples: [] });
    await pressSave();
    await warned('请选择检测机构');
    expect(server.of(saveConsignInfo)).toEqual([]);
    server.answers(changeTestingUnit, () => { view = { ...view, testUnitId: unitRow().id, testUnitName: unitRow().testUnitName, revision: view.revision + 1 }; return view; });
    await user.click(screen.getAllByRole('button', { name: '选择检测单位' })[0] as HTMLElement);
    await user.click(await (await dialog()).findByRole('radio', { name: unitRow().testUnitName }));
    await user.click((await dialog()).getByRole('button', { name: '选择检测单位' }));
    await screen.findByText(unitRow().testUnitName);
    await pressSave();
    await warned('请选择工程项目');
    await user.click(screen.getAllByRole('button', { name: '选择工程项目' })[0] as HTMLElement);
    await user.click(await (await dialog()).findByRole('radio'));
    await user.click((await dialog()).getByRole('button', { name: '选择工程项目' }));
    await pressSave();
    await warned('请输入委托人');
    await retype(/^委托人/, '陈');
    await pressSave();
    await warned('请输入联系电话');
    await retype(/^联系电话/, '010-12345');
    await pressSave();
    await warned('请选择资质类型');
    await user.selectOptions(screen.getByLabelText(/^资质类型/), QUALIFICATION_ID);
    await pressSave();
    await warned('请输入邮寄单号');
    await retype(/^邮寄单号/, 'SF1');
    await pressSave();
    await warned('报告数量最小为1');
    expect(server.of(saveConsignInfo)).toEqual([]);
  }, 60_000);

  it.each([
    ['testUnitName', { testUnitId: null, testUnitName: '' }, '请选择检测机构'],
    ['projectName', { projectName: '' }, '请选择工程项目'],
    ['linkPerson', { linkPerson: '' }, '请输入委托人'],
    ['linkPersonPhone', { linkPersonPhone: ' ' }, '请输入联系电话'],
    ['tuqualificationId', { tuqualificationId: null, tuqualificationName: '' }, '请选择资质类型'],
  ])('VA-002 requires %s with its exact message', async (_, lacking, message) => {
    await show(lacking);
    await pressSave();
    await warned(message);
    expect(server.of(saveConsignInfo)).toEqual([]);
  });

  it('VA-003 requires the appointment on-site only', async () => {
    await show({ consignType: 2, expectTestTime: null });
    await pressSave();
    await warned('请选择预约检测时间');
    cleanup();
    await show({ consignType: 1, expectTestTime: null });
    expect(screen.queryByText('预约检测时间')).toBeNull();
    await pressSave();
    await warned('保存成功');
  });

  it('VA-004 requires the mail number when sending by mail; self-delivery clears it and the payer', async () => {
    await show({ sendSampleType: 2, mailOrderNumber: '', mailPayType: 2 });
    await pressSave();
    await warned('请输入邮寄单号');
    await retype(/^邮寄单号/, 'SF1');
    await user.click(screen.getByRole('radio', { name: '自送' }));
    expect(screen.queryByLabelText(/^邮寄单号/)).toBeNull();
    await pressSave();
    await warned('保存成功');
    expect(server.of(saveConsignInfo)[0]?.body).toMatchObject({ sendSampleType: 1, mailOrderNumber: '', mailPayType: 1 });
  });

  it('CF-012 counts reports for pick-up and mail only, and sends the method as text', async () => {
    await show();
    expect(screen.getByLabelText(/^报告份数/)).toBeTruthy();
    expect([screen.queryByLabelText(/^邮寄单号/), screen.queryByText('邮费支付')]).toEqual([null, null]);
    await user.click(screen.getAllByRole('radio', { name: '邮寄' })[0] as HTMLElement);
    expect(screen.getByLabelText(/^报告份数/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: '电子报告' }));
    expect(screen.queryByLabelText(/^报告份数/)).toBeNull();
    await pressSave();
    await warned('保存成功');
    expect(server.of(saveConsignInfo)[0]?.body).toMatchObject({ getReportType: '10', sendSampleType: 1, mailOrderNumber: '' });
  });

  it('VA-009 takes whole numbers from 1 for the report count', async () => {
    await show();
    for (const refused of ['0', '']) {
      await retype(/^报告份数/, refused);
      await pressSave();
      await warned('报告数量最小为1');
    }
    await retype(/^报告份数/, '-1.5');
    expect(screen.getByLabelText<HTMLInputElement>(/^报告份数/).value).not.toBe('-1.5');
    await user.click(screen.getByRole('radio', { name: '电子报告' }));
    await pressSave();
    await warned('保存成功');
  });

  it('VA-010 requires the contact phone without checking its length', async () => {
    await show({ linkPersonPhone: '010-12345' });
    await pressSave();
    await warned('保存成功');
  });

  it('sends the revision it was opened at; a stale one explains itself and reloads', async () => {
    await show();
    await retype(/^备注/, '本页');
    server.refuses(saveConsignInfo, { status: 412, message: 'stale' });
    view = { ...view, memo: '别处', revision: 9 };
    await pressSave();
    const notice = within(await screen.findByRole('alertdialog'));
    expect(notice.getByText('这份委托已有更新')).toBeTruthy();
    expect(server.of(saveConsignInfo)[0]?.headers['If-Match']).toBe('"3"');
    await user.click(notice.getByRole('button', { name: '重新载入' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^备注/).value).toBe('别处'));
  });
});

describe('the extra fields', () => {
  const field = (columnIndex: number, columnType: string, some: { columnName?: string; columnValue?: string; visible?: boolean; value?: string } = {}) => ({
    id: `f${columnIndex}`, consignID: '', sourcePropertyId: `s${columnIndex}`, columnIndex, columnName: `*字段${columnIndex}`, columnValue: '', visible: true, columnType, customizeType: 1, value: '', ...some,
  });

  it('CF-018 shows visible ones in order with label, options and default', async () => {
    await show({ consignInfoProperties: [field(2, 'text'), field(1, 'select', { columnName: '*取样地点', columnValue: 'a,b', value: 'b' }), field(3, 'text', { visible: false })] });
    const select = screen.getByLabelText<HTMLSelectElement>('取样地点');
    expect([...select.options].map(({ text }) => text)).toEqual(['请选择', 'a', 'b']);
    expect(select.value).toBe('b');
    expect(screen.queryByLabelText('字段3')).toBeNull();
    expect(select.compareDocumentPosition(screen.getByLabelText('字段2')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('CF-019 maps every columnType to its control and saves what was entered', async () => {
    const types = ['inputNumber', 'textArea', 'radio', 'select', 'date', 'selectUpdate', 'foo'];
    await show({ consignInfoProperties: types.map((type, index) => field(index + 1, type, { columnValue: 'a,b' })) });
    const control = (index: number) => screen.getByLabelText<HTMLInputElement>(`字段${index}`);
    expect([control(1).type, control(2).tagName, control(4).tagName, control(5).type, control(6).getAttribute('list') !== null, control(7).type]).toEqual(['number', 'TEXTAREA', 'SELECT', 'date', true, 'text']);
    await user.type(control(1), '7');
    await user.type(control(2), '说明');
    await user.click(screen.getByRole('radio', { name: 'a' }));
    await user.selectOptions(control(4), 'b');
    await user.type(control(5), '2026-11-20');
    await user.type(control(6), '自取');
    await user.type(control(7), 'x');
    await pressSave();
    await warned('保存成功');
    const sent = server.of(saveConsignInfo)[0]?.body as { consignInfoProperties: { value: string }[] };
    expect(sent.consignInfoProperties.map(({ value }) => value)).toEqual(['7', '说明', 'a', 'b', '2026-11-20', '自取', 'x']);
  });
});

describe('witnesses', () => {
  const withSupervision = { needWitnessUnit: true, jzunit: '皖江监理', testUnitConfig: { IsEnableConsignSign: true } };
  const openSupervision = async () => {
    await user.click(screen.getAllByRole('button', { name: '设置见证人' })[1] as HTMLElement);
    return dialog();
  };

  it('DG-006 CF-016 writes several witnesses pipe-separated into their side and the need with them', async () => {
    await show(withSupervision);
    const box = await openSupervision();
    await user.type(box.getByLabelText(/^见证人(\*)?$/), 'A');
    await user.type(box.getByLabelText(/^见证人手机号/), '13800000001');
    await user.click(box.getByRole('button', { name: '添加见证人' }));
    await user.type(box.getAllByLabelText(/^见证人(\*)?$/)[1] as HTMLElement, 'B');
    await user.type(box.getAllByLabelText('见证证书编号')[1] as HTMLElement, '2');
    await user.type(box.getAllByLabelText(/^见证人手机号/)[1] as HTMLElement, '13800000002');
    await user.click(box.getByLabelText('需要见证人签名'));
    await user.click(box.getByRole('button', { name: '确定见证人' }));
    await pressSave();
    await warned('保存成功');
    expect(server.of(saveConsignInfo)[0]?.body).toMatchObject({ jhperson: 'A|B', jzcardNo: '|2', jzphone: '13800000001|13800000002', needWitnessPersonSign: true, constructionJzperson: '', needConstructionWitnessPersonSign: false });
    expect((await openSupervision()).getAllByLabelText('见证证书编号').map((input) => (input as HTMLInputElement).value)).toEqual(['', '2']);
  });

  it('VA-005 asks for name and phone only where the side has to sign; turning the need off forgives', async () => {
    await show({ ...withSupervision, needWitnessPersonSign: true });
    await pressSave();
    await warned('请输入见证人');
    const box = await openSupervision();
    await user.type(box.getByLabelText(/^见证人\*$/), '张三');
    await user.click(box.getByRole('button', { name: '确定见证人' }));
    await warned('请输入见证人手机号');
    await user.click(box.getByLabelText('需要见证人签名'));
    expect(box.queryByText('请输入见证人手机号')).toBeNull();
    await user.click(box.getByRole('button', { name: '确定见证人' }));
    await pressSave();
    await warned('保存成功');
  });

  it.each(['23800000000', '1380000000', '138000000000', '1380000000a'])('VA-006 refuses the phone %s', async (phone) => {
    await show(withSupervision);
    const box = await openSupervision();
    await user.type(box.getByLabelText(/^见证人手机号/), phone);
    await user.click(box.getByRole('button', { name: '确定见证人' }));
    await warned('见证人手机号格式错误');
  });

  it('VA-007 refuses a phone of another witness, of either side, and clears it', async () => {
    await show({ ...withSupervision, constructionJzperson: '张三', constructionJzphone: '13800000000' });
    const box = await openSupervision();
    await user.type(box.getByLabelText(/^见证人手机号/), '13800000000');
    await user.tab();
    await warned('手机号：13800000000；已被见证人张三占用，请重新填写');
    expect(box.getByLabelText<HTMLInputElement>(/^见证人手机号/).value).toBe('');
  });

  it('takes 20 characters of a name and a number at most', async () => {
    await show(withSupervision);
    const box = await openSupervision();
    await user.type(box.getByLabelText(/^见证人(\*)?$/), '一'.repeat(21));
    await user.type(box.getByLabelText('见证证书编号'), '1'.repeat(21));
    expect([box.getByLabelText<HTMLInputElement>(/^见证人(\*)?$/).value.length, box.getByLabelText<HTMLInputElement>('见证证书编号').value.length]).toEqual([20, 20]);
  });
});

describe('samples', () => {
  it('VA-015 refuses adding and copying without organisation, qualification or id', async () => {
    await show({ testUnitId: null, testUnitName: '' });
    await user.click(screen.getByRole('button', { name: '添加样品' }));
    await warned('请选择检测机构！');
    cleanup();
    await show({ tuqualificationId: null, tuqualificationName: '' });
    await user.click(screen.getByRole('checkbox', { name: '选择普通硅酸盐水泥' }));
    await press('复制样品');
    await warned('请选择资质类型！');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.of(copyBuSampleInfo)).toEqual([]);
    cleanup();
    renderConsole(<ConsignmentFormScreen />, { at: FORM });
    expect(await screen.findByText('委托id不能为空，请从列表页点击新增按钮重新进入！')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '添加样品' })).toBeNull();
  });

  it('VA-016 refuses a second sample of a single-sample unit, added or copied', async () => {
    await show({ testUnitConfig: { isConsignSingleSample: true } });
    await press('添加样品');
    await warned('您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！');
    await user.click(screen.getByRole('checkbox', { name: '选择普通硅酸盐水泥' }));
    await press('复制样品');
    await warned('您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！');
    expect(server.of(copyBuSampleInfo)).toEqual([]);
  });

  it('VA-017 warns when nothing is chosen to copy; a chosen one is copied and shown', async () => {
    await show();
    await press('复制样品');
    await warned('请选择要复制的样品');
    expect(server.of(copyBuSampleInfo)).toEqual([]);
    server.answers(copyBuSampleInfo, () => { view = { ...view, samples: [...view.samples, sampleRowWith()], revision: 4 }; return 'new'; });
    await user.click(screen.getByRole('checkbox', { name: '选择普通硅酸盐水泥' }));
    await press('复制样品');
    await waitFor(() => expect(screen.getAllByRole('button', { name: '普通硅酸盐水泥' })).toHaveLength(2));
    expect(server.of(copyBuSampleInfo)[0]).toMatchObject({ query: { id: view.samples[0]?.id }, headers: { 'If-Match': '"3"' } });
  });

  it('marks what blocks, counts what the institution determines as open and leaves it out of the sum', async () => {
    await show({ samples: [sampleRowWith({ totalFee: '10.01' }), sampleRowWith({ testUnitSampleName: '减水剂', isInputedTestParam: false, totalFee: '0.00' }), sampleRowWith({ testUnitSampleName: '钢筋', isInputedTestParam: false, isTestUnitConfirmTestParam: true, totalFee: '0.00' })] });
    const row = (name: string) => within(screen.getByRole('button', { name }).closest('tr') as HTMLElement);
    expect(row('减水剂').getByText('检测参数未填写')).toBeTruthy();
    expect(row('减水剂').getByRole('button', { name: '去填写' })).toBeTruthy();
    expect(row('钢筋').getByText('由检测机构确定参数')).toBeTruthy();
    expect(row('钢筋').getByText('待定')).toBeTruthy();
    expect(within(screen.getByText('合计（不含由检测机构确定参数的样品）').closest('tr') as HTMLElement).getByText('10.01')).toBeTruthy();
    expect(screen.getByText('还有 1 处需要处理')).toBeTruthy();
  });
});

describe('the footer', () => {
  it('CF-006 offers save, submit, copy sample and delete sample in edit mode only', async () => {
    await show();
    for (const verb of [/^保存( Ctrl S)?$/, '保存并提交', '复制样品', '删除样品']) expect(screen.getByRole('button', { name: verb })).toBeTruthy();
    for (const verb of ['审核通过', '审核不通过', '确认收样', '退回样品']) expect(screen.queryByRole('button', { name: verb })).toBeNull();
    cleanup();
    await show({ consignStatus: 20, consignStatusStr: '待审核', consignCode: 'C-1' });
    for (const verb of [/^保存/, '保存并提交', '复制样品', '删除样品', '审核通过']) expect(screen.queryByRole('button', { name: verb })).toBeNull();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
  });

  it('ROLE-008 shows no audit button to a client with pageSource 4, nor to a testing unit without it', async () => {
    for (const [who, source] of [[client, '4'], [laboratory, '1']] as const) {
      await show({ consignStatus: 20, consignStatusStr: '待审核', consignCode: 'C-1' }, who, `&pageSource=${source}`);
      for (const verb of ['审核通过', '审核不通过', '确认收样', '退回样品']) expect(screen.queryByRole('button', { name: verb })).toBeNull();
      cleanup();
    }
  });

  it('CF-021 says actual at 60 and 80 when there is one, else estimated unless the unit hides it', async () => {
    const label = async (some: Partial<ConsignmentView>) => {
      await show(some);
      const text = [...document.querySelectorAll('.fee-figure')].map((figure) => (figure.textContent ?? '').replace(/\s/g, '')).join();
      cleanup();
      return text;
    };
    const hidden = { testUnitConfig: { IsConsignHideEstimatedCost: true } };
    expect(await label({ estimatedFee: '10.11' })).toContain('预估费用合计10.11');
    expect(await label({ consignStatus: 60, actFee: '123.40' })).toContain('实际费用合计123.40');
    expect(await label({ consignStatus: 80, actFee: '1234.50' })).toContain('实际费用合计1,234.50');
    expect(await label({ consignStatus: 60, actFee: null, estimatedFee: '10.11' })).toContain('预估费用合计10.11');
    expect(await label({ consignStatus: 70, actFee: '9.00', estimatedFee: '10.11' })).toContain('预估费用合计10.11');
    expect(await label({ ...hidden, estimatedFee: '10.11' })).toBe('');
    await show({ ...hidden, estimatedFee: '10.11' });
    expect([screen.queryByText('预估费用'), screen.queryByText('440.00')]).toEqual([null, null]);
    cleanup();
    expect(await label({ ...hidden, consignStatus: 60, actFee: '123.40' })).toContain('实际费用合计123.40');
  });

  it('DG-005 tells each line of the price detail, a shared price once', async () => {
    server.answers(getBuSampleInfoParams, [{ testUnitSampleName: '水泥', testUnitSampleId: 's', testGroupCount: 2, totalFee: '680.00', buSampleInfoRefSampleInfo: [{}], buSampleParam: [
      { tuTestParamName: '凝结时间', tuTestParamPrice: '120.00', tuTestParamCount: 1, sharedPrice: '240.00', sharedPriceQualifier: '净浆试验', totalFee: '120.00' },
      { tuTestParamName: '安定性', tuTestParamPrice: '100.00', tuTestParamCount: 1, sharedPrice: '240.00', sharedPriceQualifier: '净浆试验', totalFee: '100.00' },
      { tuTestParamName: '密度', tuTestParamPrice: '50.00', tuTestParamCount: 2, sharedPrice: null, sharedPriceQualifier: '', totalFee: '100.00' },
    ] }]);
    await show();
    await press('费用明细');
    const box = await dialog();
    const cells = async (name: string) => [...((await box.findByText(name)).closest('tr') as HTMLElement).querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' '));
    expect(await cells('凝结时间')).toEqual(['凝结时间', '120.00', '1', '净浆试验 共享价 240.00']);
    expect(await cells('安定性')).toEqual(['安定性', '100.00', '1', '同组，不另计']);
    expect(await cells('密度')).toEqual(['密度', '50.00', '2', '100.00']);
    expect(box.getByText('关联原材料 1 项')).toBeTruthy();
    expect(box.getAllByText('680.00')).not.toEqual([]);
  });

  it('says that the price detail could not be read', async () => {
    server.refuses(getBuSampleInfoParams, { status: 500, message: 'boom' });
    await show();
    await press('费用明细');
    expect(await screen.findByText('获取价格明细失败')).toBeTruthy();
  });
});

describe('submitting', () => {
  it.each([[1, '原材料检测预览'], [2, '现场检测预约预览'], [3, '交竣工检测预约预览']] as const)('DG-009 type %s: save, preview with its title, comment, commit', async (consignType, title) => {
    server.answers(commitConsignInfo, () => { view = { ...view, consignStatus: 20, consignStatusStr: '待审核', consignCode: 'TU001-2026-00001', revision: view.revision + 1 }; return true as const; });
    await show({ consignType, expectTestTime: consignType === 1 ? null : '2026-12-01T09:00' });
    await press('保存并提交');
    const preview = within(await screen.findByRole('dialog', { name: title }));
    await user.click(preview.getByRole('button', { name: '重新核对' }));
    expect(server.of(commitConsignInfo)).toEqual([]);
    await press('保存并提交');
    await user.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: '确认提交' }));
    const remark = within(await screen.findByRole('dialog', { name: '提交委托' }));
    await user.type(remark.getByRole('textbox'), '请尽快');
    await user.click(remark.getByRole('button', { name: '提交' }));
    await warned('提交成功');
    expect(server.of(commitConsignInfo)[0]).toMatchObject({ query: { consignInfoIds: view.id, description: '请尽快' } });
    expect(await screen.findByText('待审核')).toBeTruthy();
  }, 20_000);

  it('shows no preview when the save fails or a sample is missing', async () => {
    server.refuses(saveConsignInfo, { status: 400, message: '不行' });
    await show();
    await press('保存并提交');
    await waitFor(() => expect(server.of(saveConsignInfo)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    answerSave();
    await show({ samples: [] });
    await press('保存并提交');
    await warned('请添加样品信息!');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('alerts with the server’s string when it refuses', async () => {
    server.answers(commitConsignInfo, '样品“A”的参数信息不完整，请完善后再提交！');
    await show();
    await press('保存并提交');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确认提交' }));
    const remark = within(await screen.findByRole('dialog', { name: '提交委托' }));
    await user.type(remark.getByRole('textbox'), '好');
    await user.click(remark.getByRole('button', { name: '提交' }));
    expect(await screen.findByText('样品“A”的参数信息不完整，请完善后再提交！')).toBeTruthy();
    expect(screen.getByText('提交失败')).toBeTruthy();
  });
});

describe('organisation and project', () => {
  it('DG-001 needs a row; the chosen one is taken over and its consequence said before', async () => {
    await show();
    await press('更换');
    const box = await dialog();
    expect(await box.findByRole('radio', { name: '江淮公路试验检测研究院' })).toBeTruthy();
    for (const head of ['序号', '检测机构', '资质', '省/市', '查看详情']) expect(box.getByRole('columnheader', { name: head })).toBeTruthy();
    expect([...box.getByLabelText<HTMLSelectElement>('每页条数').options].map(({ value }) => value)).toEqual(['10', '20', '30', '40']);
    await user.click(box.getByRole('button', { name: '选择检测单位' }));
    await warned('请选择检测单位');
    expect(server.of(changeTestingUnit)).toEqual([]);
    server.answers(changeTestingUnit, ({ body }) => { view = { ...view, testUnitId: (body as { testUnitId: string }).testUnitId, testUnitName: '江淮公路试验检测研究院', samples: [], reportCount: 0, revision: 4 }; return view; });
    await user.click(box.getByRole('radio', { name: '江淮公路试验检测研究院' }));
    expect(box.getByText('更换检测单位会清空已添加的 1 个样品，报告份数归零。')).toBeTruthy();
    await user.click(box.getByRole('button', { name: '更换检测单位' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('江淮公路试验检测研究院')).toBeTruthy();
    expect(screen.getByText('还没有样品')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^报告份数/).value).toBe('0');
  });

  it('cascades province and city and sends what was asked', async () => {
    await show();
    await press('更换');
    const box = await dialog();
    await user.selectOptions(await box.findByLabelText('省份'), '浙江省');
    expect([...box.getByLabelText<HTMLSelectElement>('城市').options].map(({ text }) => text)).toEqual(['全部', '宁波市']);
    await user.selectOptions(box.getByLabelText('城市'), '宁波市');
    await user.type(box.getByLabelText('机构名称'), ' 交通 ');
    await user.click(box.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(server.of(getAllUnit).at(-1)?.query).toMatchObject({ nameKey: '交通', sheng: '浙江省', shi: '宁波市', currPage: '1', maxPage: '10' }));
  });

  it('locks the organisation once the consignment has a code', async () => {
    await show({ consignStatus: 40, consignStatusStr: '审核不通过', consignCode: 'TU001-2026-00001', rollbackCause: '请补充规格' });
    expect(screen.queryByRole('button', { name: '更换' })).toBeNull();
    expect(screen.getByText('已有预委托编号，检测单位不能更换')).toBeTruthy();
    expect(screen.getByText(/请补充规格/)).toBeTruthy();
  });

  it('DG-002 lists seven projects a page, warns without a choice and takes name and section over', async () => {
    const projects = Array.from({ length: 8 }, (_, index) => projectRow({ projectName: `工程${index}` }));
    server.answers(getProjectList, ({ query }) => ({ items: projects.slice(Number(query['skipCount'] ?? 0)).slice(0, Number(query['maxResultCount'])), totalCount: 8 }));
    await show({ testUnitConfig: { IsEnableProjectContractSectName: true } });
    await user.click(screen.getAllByRole('button', { name: '选择工程项目' })[0] as HTMLElement);
    const box = await dialog();
    await waitFor(() => expect(box.getAllByRole('radio')).toHaveLength(7));
    await user.click(box.getByRole('button', { name: '选择工程项目' }));
    await warned('请选择工程项目！');
    await user.click(box.getByRole('checkbox', { name: '显示全部' }));
    await waitFor(() => expect(server.of(getProjectList).at(-1)?.query['getMyProject']).toBe('false'));
    await user.click(box.getByRole('radio', { name: '工程3' }));
    await user.click(box.getByRole('button', { name: '选择工程项目' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^工程项目/).value).toBe('工程3');
    expect(screen.getByLabelText<HTMLInputElement>('合同段').value).toBe('TJ-1标');
  });

  it('DG-003 needs a name; a new project is inserted once and chosen', async () => {
    const projects = [projectRow()];
    server.answers(getProjectList, () => ({ items: projects, totalCount: projects.length }));
    server.answers(insertProject, ({ body }) => { const added = projectRow(body as { projectName: string }); projects.push(added); return added; });
    await show();
    await user.click(screen.getAllByRole('button', { name: '选择工程项目' })[0] as HTMLElement);
    await user.click((await dialog()).getByRole('button', { name: '新增' }));
    const box = within(await screen.findByRole('dialog', { name: '新增工程项目' }));
    await user.click(box.getByRole('button', { name: '保存项目' }));
    await warned('请输入工程项目名称');
    expect(server.of(insertProject)).toEqual([]);
    await user.type(box.getByLabelText(/^工程项目名称/), '新桥工程');
    await user.click(box.getByRole('button', { name: '保存项目' }));
    expect(await (await dialog()).findByRole('radio', { name: '新桥工程' })).toBeTruthy();
    expect(server.of(insertProject)).toHaveLength(1);
  });

  it('DG-004 opens the receiving requirements, a panel a sample, each copied by its button', async () => {
    server.answers(getSampleRequirements, ({ query }) => [{ id: query['sampleId'] ?? '', defaultSampleDescription: '<p>不少于<b>12kg</b></p>' }]);
    await show({ samples: [sampleRowWith(), sampleRowWith({ testUnitSampleName: '减水剂' })] });
    await press('收样要求');
    const box = await dialog();
    const panels = await box.findAllByRole('button', { name: '复制' });
    expect(panels).toHaveLength(2);
    expect(box.getByRole('button', { name: '减水剂' }).getAttribute('aria-expanded')).toBe('false');
    await user.click(box.getByRole('button', { name: '减水剂' }));
    expect(box.getByRole('button', { name: '减水剂' }).getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect((panels[1] as HTMLButtonElement).disabled).toBe(false));
    await user.click(panels[1] as HTMLElement);
    await warned('复制成功');
    expect(await navigator.clipboard.readText()).toBe('减水剂\n不少于12kg');
  });
});
