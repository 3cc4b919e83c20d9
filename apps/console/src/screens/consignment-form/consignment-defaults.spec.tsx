import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  changeTestingUnit,
  getBuSampleInfo,
  getConsignUnitInfo,
  getCustomPropertyConsign,
  getDefaultConsignInfo,
  getDictionary,
  getListByUnitID,
  getParamPacks,
  getSampleProcessMethods,
  getStandards,
  getSystemUserList,
  getTestParameters,
  getTestUnitInfoByConsignPlatURL,
  type SystemUserRow,
} from '#contract';
import { FORM_PARAMS } from '#domain/units';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import { RAW_FORM } from '../../lib/paths.js';
import '../../i18n/language.js';
import { errorLog, currentFailure } from '../../lib/failures.js';
import { QUALIFICATION_ID, sampleViewWith, UNIT_ID, unitRow } from '../../testing/consignment.js';
import { renderFormPage } from '../../testing/form-page.js';
import { client, renderConsole } from '../../testing/render.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const PROJECT_ID = '5da22e27-e2dd-51ea-b4d0-59ecf5c6a5fd';
const FIELD = {
  id: 'f1',
  sourcePropertyId: 's1',
  columnIndex: 1,
  columnName: '#检测性质',
  columnValue: '施工自检,监理抽检',
  visible: true,
  columnType: 'radio',
  customizeType: 1,
  value: '施工自检',
};

const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const openNew = async () => {
  renderConsole(<ConsignmentFormScreen />, { at: RAW_FORM });
  await screen.findByText('基本信息', { selector: 'h2' });
};

describe('a new consignment', () => {
  beforeEach(() => {
    page.server.respondWith(getDefaultConsignInfo, {
      testUnitId: UNIT_ID,
      testUnitName: '浙东交通工程检测中心有限公司',
      testUnitAddressId: 'a1',
      testUnitAddressDetail: '浙江省宁波市学士路北段618号',
      projectId: PROJECT_ID,
      projectName: '云岭至安溪高速公路工程',
      qualificationId: QUALIFICATION_ID,
      qualificationName: '公路工程综合甲级',
      consginTestType: '抽样检测',
      reportCount: 0,
    });
    page.server.respondWith(getListByUnitID, [
      { id: 'p', unitType: 1, unitID: UNIT_ID, paramCode: 'IsEnableProjectContractSectName', paramValue: '1' },
    ]);
    page.server.respondWith(getCustomPropertyConsign, [FIELD]);
    page.server.respondWith(getConsignUnitInfo, {
      id: 'u',
      name: '云岭',
      province: '浙江省',
      city: '宁波市',
      detailAddress: '江南路1号',
    });
  });

  it('CF-020 starts with the fixed initial values and all defaults of the unit', async () => {
    await openNew();
    expect(screen.getByText('浙东交通工程检测中心有限公司')).toBeTruthy();
    await waitFor(() => expect(value(/^收样地址/)).toBe('a1'));
    await waitFor(() => expect(value(/^资质类型/)).toBe(QUALIFICATION_ID));
    expect([value(/^工程项目/), value(/^检测类别/), value(/^委托单位地址/), value(/^报告份数/)]).toEqual([
      '云岭至安溪高速公路工程',
      '抽样检测',
      '浙江省宁波市江南路1号',
      '3',
    ]);
    const checked = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;
    expect([checked('sendSampleType'), checked('getReportType'), checked('consignInfoProperties.0.value')]).toEqual([
      '1',
      '1',
      '施工自检',
    ]);
    expect(screen.getByLabelText('合同段')).toBeTruthy();
    expect(page.server.requestsTo(getListByUnitID)[0]?.query).toEqual({ unitType: '1', unitId: UNIT_ID });
  });

  it('CF-020 ERR-011 CP-007 opens without an alert when defaults or control parameters fail: 3 reports, flags off, errors logged', async () => {
    page.server.refuse(getDefaultConsignInfo, { status: 500, message: '默认值坏了' });
    await openNew();
    expect(value(/^报告份数/)).toBe('3');
    expect(screen.getByRole('button', { name: '选择检测单位' })).toBeTruthy();
    expect([screen.queryByLabelText('合同段'), currentFailure.get(), screen.queryByRole('alertdialog')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(errorLog.get().map(({ message }) => message)).toContain('默认值坏了');
    cleanup();

    page.server.respondWith(getDefaultConsignInfo, {
      testUnitId: UNIT_ID,
      testUnitName: '浙东',
      testUnitAddressId: '',
      testUnitAddressDetail: '',
      projectId: '',
      projectName: '',
      qualificationId: '',
      qualificationName: '',
      consginTestType: '',
      reportCount: 3,
    });
    page.server.refuse(getListByUnitID, { status: 500, message: '参数坏了' });
    await openNew();
    expect([screen.queryByLabelText('合同段'), currentFailure.get(), screen.queryByRole('alertdialog')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(errorLog.get().map(({ message }) => message)).toContain('参数坏了');
    expect(FORM_PARAMS).toContain('IsEnableProjectContractSectName');
  });
});

describe('the contact', () => {
  const person = (name: string, phone: string, isActive = true): SystemUserRow => ({
    id: `id-${name}`,
    userName: name,
    name,
    fullName: name,
    phone,
    isActive,
    roleNames: [],
    creationTime: '',
  });

  it('AK-005 K-007 is suggested from active users (page 1 of 999); choosing one fills in the phone, other names can be typed', async () => {
    page.server.respondWith(getSystemUserList, {
      items: [person('陈志远', '13900001001'), person('李离职', '13900001002', false), person('王无号', '')],
      totalCount: 3,
    });
    await page.show({ linkPerson: '', linkPersonPhone: '' });
    expect(page.server.requestsTo(getSystemUserList).map(({ query }) => query)).toEqual([{ page: '1', size: '999' }]);
    const contact = screen.getByRole('combobox', { name: '委托人' });
    await page.user.click(contact);
    expect(
      within(screen.getByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['陈志远13900001001', '王无号']);
    await page.user.type(contact, '陈');
    await page.user.keyboard('{ArrowDown}{Enter}');
    expect([value(/^委托人/), value(/^联系电话/)]).toEqual(['陈志远', '13900001001']);
    expect(contact.getAttribute('aria-expanded')).toBe('false');
    await page.user.clear(contact);
    await page.user.type(contact, '外部人员');
    expect([value(/^委托人/), value(/^联系电话/)]).toEqual(['外部人员', '13900001001']);
  });
});

describe('a console tied to a testing unit', () => {
  const tied = () =>
    page.server.respondWith(getTestUnitInfoByConsignPlatURL, {
      testUnitId: UNIT_ID,
      testUnitName: unitRow().testUnitName,
      logo: '',
      systemName: '',
      filingNumber: '',
      supportContact: '',
      lmisType: 0,
      lmisurl: '',
      lmisIntegratedCode: '',
      iLISReportProgressQueryURL: '',
    });

  it.each(['by its web origin', 'by the laboratory system that embeds it'])(
    'NAV-018 selects that unit when it is tied %s, and has no button to choose another one',
    async (way) => {
      if (way === 'by its web origin') tied();
      page.server.respondWith(changeTestingUnit, ({ body }) => {
        page.view = {
          ...page.view,
          testUnitId: (body as { testUnitId: string }).testUnitId,
          testUnitName: unitRow().testUnitName,
          revision: 4,
        };
        return page.view;
      });
      await page.show(
        { testUnitId: null, testUnitName: '', samples: [] },
        client,
        way === 'by its web origin'
          ? ''
          : `&isLims=1&testUnitId=${UNIT_ID}&origin=https://lims.example.com&unitCode=TU001&unitName=x`,
      );
      expect(await screen.findByText(unitRow().testUnitName)).toBeTruthy();
      expect(page.server.requestsTo(changeTestingUnit).map(({ body }) => body)).toEqual([{ testUnitId: UNIT_ID }]);
      for (const name of ['选择检测单位', '更换']) expect(screen.queryByRole('button', { name })).toBeNull();
    },
  );

  it('does not change the testing unit of a draft that has samples of another unit or already has that unit', async () => {
    tied();
    page.server.respondWith(changeTestingUnit, () => page.view);
    await page.show({ testUnitId: 'bbbbbbbb-0000-4000-8000-000000000002', testUnitName: '别的机构' });
    await waitFor(() => expect(page.server.requestsTo(getTestUnitInfoByConsignPlatURL)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('button', { name: '更换' })).toBeNull());
    cleanup();
    await page.show({ testUnitId: UNIT_ID.replaceAll('-', '') });
    await waitFor(() => expect(screen.queryByRole('button', { name: '更换' })).toBeNull());
    expect(page.server.requestsTo(changeTestingUnit)).toEqual([]);
  });
});

describe('default choices of the form', () => {
  it('the test categories are exactly three, in a fixed order', async () => {
    await page.show({ consginTestType: '' });
    expect(
      [...screen.getByLabelText<HTMLSelectElement>('检测类别').options]
        .map(({ value: option }) => option)
        .filter(Boolean),
    ).toEqual(['委托检测', '抽样检测', '监督抽检']);
  });

  it.each(['fails', 'is empty'])(
    'CF-023 the units of a sample’s quantity are the 19 default units when their list %s',
    async (way) => {
      if (way === 'fails') page.server.refuse(getDictionary, { status: 502, message: '实验室系统没有应答' });
      else page.server.respondWith(getDictionary, []);
      for (const operation of [getTestParameters, getParamPacks, getStandards, getSampleProcessMethods])
        page.server.respondWith(operation, []);
      const sample = sampleViewWith({ sampleNumUnit: '' });
      page.server.respondWith(getBuSampleInfo, sample);
      await page.show();
      await page.user.click(screen.getByRole('button', { name: '普通硅酸盐水泥' }));
      const units = within(await screen.findByRole('group', { name: '样品数量' })).getByRole('combobox');
      const UNITS = [
        '个',
        '副',
        '套',
        'g',
        'kg',
        't',
        'km',
        'm',
        'mm',
        '㎡',
        'm³',
        'cm',
        'cm³',
        'L',
        '桶',
        '卷',
        '块',
        '根',
        '组',
      ];
      await waitFor(() =>
        expect([...(units as HTMLSelectElement).options].map(({ value: option }) => option).filter(Boolean)).toEqual(
          UNITS,
        ),
      );
    },
  );
});
