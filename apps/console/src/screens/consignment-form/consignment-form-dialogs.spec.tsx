import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  changeTestingUnit,
  commitConsignInfo,
  getAllUnit,
  getProjectList,
  getSampleRequirements,
  getUnitAddressList,
  insertProject,
  saveConsignInfo,
} from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { projectRow, sampleRowWith, unitRow } from '../../testing/consignment.js';
import { renderFormPage, OTHER_UNIT } from '../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);

describe('submitting the form', () => {
  it.each([
    [1, '原材料检测预览'],
    [2, '现场检测预约预览'],
    [3, '交竣工检测预约预览'],
  ] as const)(
    'DG-009 saves, shows the preview titled for consignment type %s, asks for a comment and commits',
    async (consignType, title) => {
      page.server.respondWith(commitConsignInfo, () => {
        page.view = {
          ...page.view,
          consignStatus: 20,
          consignStatusStr: '待审核',
          consignCode: 'TU001-2026-00001',
          revision: page.view.revision + 1,
        };
        return true as const;
      });
      await page.show({ consignType, expectTestTime: consignType === 1 ? null : '2026-12-01T09:00' });
      await page.press('保存并提交');
      const preview = await page.dialog(title);
      await page.user.click(preview.getByRole('button', { name: '重新核对' }));
      expect(page.server.requestsTo(commitConsignInfo)).toEqual([]);
      await page.press('保存并提交');
      await page.user.click((await page.dialog(title)).getByRole('button', { name: '确认提交' }));
      const remark = await page.dialog('提交委托');
      await page.user.type(remark.getByRole('textbox'), '请尽快');
      await page.user.click(remark.getByRole('button', { name: '提交' }));
      await page.expectToast('提交成功');
      expect(page.server.requestsTo(commitConsignInfo)[0]).toMatchObject({
        query: { consignInfoIds: page.view.id, description: '请尽快' },
      });
      expect(await screen.findByText('待审核')).toBeTruthy();
    },
    20_000,
  );

  it('shows no preview when the save fails or there is no sample', async () => {
    page.server.refuse(saveConsignInfo, { status: 400, message: '不行' });
    await page.show();
    await page.press('保存并提交');
    await waitFor(() => expect(page.server.requestsTo(saveConsignInfo)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    page.answerSave();
    await page.show({ samples: [] });
    await page.press('保存并提交');
    await page.expectToast('请添加样品信息!');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the server’s message when the server refuses', async () => {
    page.server.respondWith(commitConsignInfo, '样品“A”的参数信息不完整，请完善后再提交！');
    await page.show();
    await page.press('保存并提交');
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确认提交' }));
    const remark = await page.dialog('提交委托');
    await page.user.type(remark.getByRole('textbox'), '好');
    await page.user.click(remark.getByRole('button', { name: '提交' }));
    expect(await screen.findByText('样品“A”的参数信息不完整，请完善后再提交！')).toBeTruthy();
    expect(screen.getByText('提交失败')).toBeTruthy();
  });
});

describe('the choice of testing unit and project', () => {
  it('DG-001 UN-016 requires a selected unit, states the consequence before the change and takes the unit over', async () => {
    await page.show();
    await page.press('更换');
    const box = await page.dialog();
    expect(await box.findByRole('radio', { name: OTHER_UNIT })).toBeTruthy();
    for (const head of ['序号', '检测机构', '资质', '省/市', '查看详情'])
      expect(box.getByRole('columnheader', { name: head })).toBeTruthy();
    expect([...box.getByLabelText<HTMLSelectElement>('每页条数').options].map(({ value }) => value)).toEqual([
      '10',
      '20',
      '30',
      '40',
    ]);
    await page.user.click(box.getByRole('button', { name: '选择检测单位' }));
    await page.expectToast('请选择检测单位');
    expect(page.server.requestsTo(changeTestingUnit)).toEqual([]);
    page.server.respondWith(changeTestingUnit, ({ body }) => {
      page.view = {
        ...page.view,
        testUnitId: (body as { testUnitId: string }).testUnitId,
        testUnitName: OTHER_UNIT,
        samples: [],
        reportCount: 0,
        revision: 4,
      };
      return page.view;
    });
    await page.user.click(box.getByRole('radio', { name: OTHER_UNIT }));
    expect(box.getByText('更换检测单位会清空已添加的 1 个样品，报告份数归零。')).toBeTruthy();
    await page.user.click(box.getByRole('button', { name: '更换检测单位' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(OTHER_UNIT)).toBeTruthy();
    expect(screen.getByText('还没有样品')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^报告份数/).value).toBe('0');
  });

  it('CF-002 offers the addresses of the testing unit for raw material only and saves the chosen one', async () => {
    page.server.respondWith(getUnitAddressList, [
      ...unitRow().addresses,
      {
        id: 'a2',
        personSex: '',
        addressPoint: '',
        addressText: '浙江省宁波市',
        addressDetail: '试验楼1层',
        tagTitle: '分场所',
        person: '现场部',
        personPhone: '13900000001',
        isMain: false,
      },
    ]);
    await page.show();
    await screen.findByRole('option', { name: '浙江省宁波市试验楼1层' });
    await page.user.selectOptions(screen.getByLabelText('收样地址'), 'a2');
    expect(screen.getByText(/现场部 13900000001/)).toBeTruthy();
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
      testUnitAddressId: 'a2',
      testUnitAddressDetail: '浙江省宁波市试验楼1层',
    });
    cleanup();
    await page.show({ consignType: 2 });
    expect(screen.queryByLabelText('收样地址')).toBeNull();
  });

  it('limits the cities to the chosen province and sends the entered filters', async () => {
    await page.show();
    await page.press('更换');
    const box = await page.dialog();
    await page.user.selectOptions(await box.findByLabelText('省份'), '浙江省');
    expect([...box.getByLabelText<HTMLSelectElement>('城市').options].map(({ text }) => text)).toEqual([
      '全部',
      '宁波市',
    ]);
    await page.user.selectOptions(box.getByLabelText('城市'), '宁波市');
    await page.user.type(box.getByLabelText('机构名称'), ' 交通 ');
    await page.user.click(box.getByRole('button', { name: '查询' }));
    await waitFor(() =>
      expect(page.server.requestsTo(getAllUnit).at(-1)?.query).toMatchObject({
        nameKey: '交通',
        sheng: '浙江省',
        shi: '宁波市',
        currPage: '1',
        maxPage: '10',
      }),
    );
  });

  it('locks the testing unit once the consignment has a code', async () => {
    await page.show({
      consignStatus: 40,
      consignStatusStr: '审核不通过',
      consignCode: 'TU001-2026-00001',
      rollbackCause: '请补充规格',
    });
    expect(screen.queryByRole('button', { name: '更换' })).toBeNull();
    expect(screen.getByText('已有预委托编号，检测单位不能更换')).toBeTruthy();
    expect(screen.getByText(/请补充规格/)).toBeTruthy();
  });

  it('DG-002 lists seven projects per page, warns without a selection and takes over name and section', async () => {
    const projects = Array.from({ length: 8 }, (_, index) => projectRow({ projectName: `工程${index}` }));
    page.server.respondWith(getProjectList, ({ query }) => ({
      items: projects.slice(Number(query['skipCount'] ?? 0)).slice(0, Number(query['maxResultCount'])),
      totalCount: 8,
    }));
    await page.show({ testUnitConfig: { IsEnableProjectContractSectName: true } });
    await page.pressFirst('选择工程项目');
    const box = await page.dialog();
    await waitFor(() => expect(box.getAllByRole('radio')).toHaveLength(7));
    await page.user.click(box.getByRole('button', { name: '选择工程项目' }));
    await page.expectToast('请选择工程项目！');
    await page.user.click(box.getByRole('checkbox', { name: '显示全部' }));
    await waitFor(() => expect(page.server.requestsTo(getProjectList).at(-1)?.query['getMyProject']).toBe('false'));
    await page.user.click(box.getByRole('radio', { name: '工程3' }));
    await page.user.click(box.getByRole('button', { name: '选择工程项目' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^工程项目/).value).toBe('工程3');
    expect(screen.getByLabelText<HTMLInputElement>('合同段').value).toBe('TJ-1标');
  });

  it('DG-003 requires a project name, inserts a new project once and lists it', async () => {
    const projects = [projectRow()];
    page.server.respondWith(getProjectList, () => ({ items: projects, totalCount: projects.length }));
    page.server.respondWith(insertProject, ({ body }) => {
      const added = projectRow(body as { projectName: string });
      projects.push(added);
      return added;
    });
    await page.show();
    await page.pressFirst('选择工程项目');
    await page.user.click((await page.dialog()).getByRole('button', { name: '新增' }));
    const box = await page.dialog('新增工程项目');
    await page.user.click(box.getByRole('button', { name: '保存项目' }));
    await page.expectToast('请输入工程项目名称');
    expect(page.server.requestsTo(insertProject)).toEqual([]);
    await page.user.type(box.getByLabelText(/^工程项目名称/), '新桥工程');
    await page.user.click(box.getByRole('button', { name: '保存项目' }));
    expect(await (await page.dialog()).findByRole('radio', { name: '新桥工程' })).toBeTruthy();
    expect(page.server.requestsTo(insertProject)).toHaveLength(1);
  });

  it('DG-004 CAT-010 opens the receiving requirements with one panel and one copy button per sample', async () => {
    page.server.respondWith(getSampleRequirements, ({ query }) => [
      { id: query['sampleId'] ?? '', defaultSampleDescription: '<p>不少于<b>12kg</b></p>' },
    ]);
    await page.show({ samples: [sampleRowWith(), sampleRowWith({ testUnitSampleName: '减水剂' })] });
    await page.press('收样要求');
    const box = await page.dialog();
    const panels = await box.findAllByRole('button', { name: '复制' });
    expect(panels).toHaveLength(2);
    expect(box.getByRole('button', { name: '减水剂' }).getAttribute('aria-expanded')).toBe('false');
    await page.user.click(box.getByRole('button', { name: '减水剂' }));
    expect(box.getByRole('button', { name: '减水剂' }).getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect((panels[1] as HTMLButtonElement).disabled).toBe(false));
    await page.user.click(panels[1] as HTMLElement);
    await page.expectToast('复制成功');
    expect(await navigator.clipboard.readText()).toBe('减水剂\n不少于12kg');
  });
});
