import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import {
  changeTestingUnit,
  createRawMateriaConsingInfo,
  getAllUnit,
  getAreaList,
  getConsingInfo,
  getQualificationNameList,
  getUnitDetail,
  type TestingUnitDetail,
} from '#contract';
import '../../i18n/language.js';
import { consignmentWith, unitRow } from '../../testing/consignment.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import OrganisationDetailPage from './organisation-detail-page.js';
import OrganisationListPage from './organisation-list-page.js';
import { ORGANISATION_DETAIL, ORGANISATION_LIST } from '../../lib/paths.js';

const UNIT = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'bbbbbbbb-0000-4000-8000-000000000002';
const all = Array.from({ length: 25 }, (_, index) =>
  unitRow({
    id: `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    testUnitName: `检测机构${index + 1}`,
  }),
);
let server: StubServer;
let address: string;
const Place = () => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    address = `${pathname}${decodeURIComponent(search)}`;
  }, [pathname, search]);
  return null;
};
const pages = (
  <>
    <Routes>
      <Route path={ORGANISATION_LIST} element={<OrganisationListPage />} />
      <Route path={ORGANISATION_DETAIL} element={<OrganisationDetailPage />} />
    </Routes>
    <Place />
  </>
);
const rows = async () => (await screen.findByRole('table', { name: '检测机构列表' })).querySelectorAll('tbody tr');

beforeEach(() => {
  server = stubServer();
  server.respondWith(getAllUnit, ({ query }) => ({
    items: all.slice((Number(query['currPage']) - 1) * Number(query['maxPage'])).slice(0, Number(query['maxPage'])),
    totalCount: all.length,
  }));
  server.respondWith(getAreaList, [
    { AreaID: 330000, AreaName: '浙江省', RootID: 0 },
    { AreaID: 330200, AreaName: '宁波市', RootID: 330000 },
    { AreaID: 340000, AreaName: '安徽省', RootID: 0 },
    { AreaID: 340100, AreaName: '合肥市', RootID: 340000 },
  ]);
  server.respondWith(getQualificationNameList, ['公路工程综合甲级']);
});
afterEach(cleanup);

describe('the search for testing units', () => {
  it('LS-009 UN-015 shows ten per page, filters by name, province, city and qualification, and opens the details', async () => {
    renderConsole(pages, { at: ORGANISATION_LIST });
    expect(await rows()).toHaveLength(10);
    expect(server.requestsTo(getAllUnit)[0]?.query).toMatchObject({ currPage: '1', maxPage: '10' });
    const options = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
    expect(options('每页条数')).toEqual(['10 条/页', '20 条/页', '30 条/页', '40 条/页']);
    await userEvent.type(screen.getByLabelText('机构名称'), ' 交通 ');
    await userEvent.selectOptions(screen.getByLabelText('省份'), '浙江省');
    expect(options('城市')).toEqual(['全部', '宁波市']);
    await userEvent.selectOptions(screen.getByLabelText('城市'), '宁波市');
    await userEvent.selectOptions(screen.getByLabelText('资质名称'), '公路工程综合甲级');
    expect(server.requestsTo(getAllUnit)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() =>
      expect(server.requestsTo(getAllUnit).at(-1)?.query).toEqual({
        nameKey: '交通',
        sheng: '浙江省',
        shi: '宁波市',
        qualificationName: '公路工程综合甲级',
        currPage: '1',
        maxPage: '10',
      }),
    );
    expect(address).toBe(
      `${ORGANISATION_LIST}?nameKey=交通&sheng=浙江省&shi=宁波市&qualificationName=公路工程综合甲级`,
    );
    await userEvent.click(screen.getByRole('button', { name: '重置' }));
    await waitFor(() => expect(address).toBe(ORGANISATION_LIST));
    expect(screen.getByLabelText<HTMLInputElement>('机构名称').value).toBe('');
    await userEvent.click(screen.getByRole('button', { name: '第 3 页' }));
    await waitFor(async () => expect(await rows()).toHaveLength(5));
    const [first] = await rows();
    expect(first?.querySelector('td')?.textContent).toBe('21');
    await userEvent.click(screen.getByRole('link', { name: '查看详情 检测机构21' }));
    expect(address).toBe(`/TestingOrgSearch/TestingOrgDetail/${all[20]?.id}`);
  });
});

describe('the page of a testing unit', () => {
  const unit: TestingUnitDetail = {
    ...unitRow({
      id: UNIT,
      tuQualification: [{ id: 'q1', name: '公路工程综合甲级', sysQualificationId: 's1', orderIndex: 1 }],
    }),
    inroduce: '<p>从事公路检测<script>alert(1)</script></p>',
    regTime: '2010-05-08',
    isIntegrated: false,
    unitCode: 'ZDJT_1001',
  };
  beforeEach(() => {
    server.respondWith(getUnitDetail, unit);
    server.respondWith(createRawMateriaConsingInfo, consignmentWith({ id: 'c-1' }));
    server.respondWith(getConsingInfo, consignmentWith({ id: 'c-1', testUnitId: OTHER, revision: 3 }));
    server.respondWith(changeTestingUnit, consignmentWith({ id: 'c-1' }));
  });
  const detail = `/TestingOrgSearch/TestingOrgDetail/${UNIT}`;

  it('shows qualifications, addresses and description, without scripts', async () => {
    renderConsole(pages, { at: detail, user: laboratory });
    expect(await screen.findByRole('heading', { level: 1, name: unit.testUnitName })).toBeTruthy();
    expect(within(screen.getByRole('table', { name: '资质' })).getByText('公路工程综合甲级')).toBeTruthy();
    expect(
      within(screen.getByRole('table', { name: '收样地址' })).getByText('浙江省宁波市学士路北段618号'),
    ).toBeTruthy();
    expect(screen.getByText('从事公路检测')).toBeTruthy();
    expect(document.querySelector('script')).toBeNull();
    // A laboratory has no consignments of its own.
    expect(screen.queryByRole('button', { name: '在此机构新建委托' })).toBeNull();
  });

  it('creates a consignment with this testing unit', async () => {
    renderConsole(pages, { at: detail, user: client });
    await userEvent.click(await screen.findByRole('button', { name: '在此机构新建委托' }));
    await waitFor(() => expect(address).toBe('/onlineConsign/addConsignInfo?id=c-1'));
    expect(server.requestsTo(changeTestingUnit)[0]).toMatchObject({
      query: { id: 'c-1' },
      body: { testUnitId: UNIT },
      headers: { 'If-Match': '"3"' },
    });
  });

  it('does not change the testing unit of the draft if it is already this one', async () => {
    server.respondWith(getConsingInfo, consignmentWith({ id: 'c-1', testUnitId: UNIT.toUpperCase() }));
    renderConsole(pages, { at: detail, user: client });
    await userEvent.click(await screen.findByRole('button', { name: '在此机构新建委托' }));
    await waitFor(() => expect(address).toBe('/onlineConsign/addConsignInfo?id=c-1'));
    expect(server.requestsTo(changeTestingUnit)).toEqual([]);
  });

  it('shows a message when the testing unit does not exist', async () => {
    server.refuse(getUnitDetail, { status: 404, message: '没有这条记录' });
    renderConsole(pages, { at: detail });
    expect(await screen.findByText('没有取到检测机构的信息')).toBeTruthy();
  });
});
