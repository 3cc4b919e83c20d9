import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getAllUnit, listWantedParameters, type UserInfo, type WantedParameter } from '#contract';
import '../../i18n/language.js';
import { unitRow } from '../../testing/consignment.js';
import { Address } from '../../testing/list-server.js';
import { administrator, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { samplePath, WANTED_PARAMETERS } from '../../lib/paths.js';
import WantedParametersPage from './wanted-parameters.page.js';

const UNIT = unitRow();
const wantedParameter = (some: Partial<WantedParameter> = {}): WantedParameter => ({
  id: 'w-1',
  testUnitId: UNIT.id,
  testUnitName: UNIT.testUnitName,
  sampleId: 's-1',
  sampleName: '普通硅酸盐水泥',
  paramId: 'p-1',
  paramName: '水化热',
  qualification: '公路工程综合甲级',
  consignUnit: '皖江路桥',
  clicks: 3,
  firstAt: '2026-03-01T08:00:00.000Z',
  lastAt: '2026-03-04T08:00:00.000Z',
  ...some,
});
let server: StubServer;
let address: string;

beforeEach(() => {
  const rows = [
    wantedParameter(),
    wantedParameter({ id: 'w-2', sampleName: '减水剂', paramName: '泌水率比', clicks: 1, testUnitId: 'other' }),
  ];
  server = stubServer();
  server.respondWith(getAllUnit, { items: [UNIT], totalCount: 1 });
  server.respondWith(listWantedParameters, ({ query }) => {
    const matches = rows.filter(
      ({ sampleName, paramName, testUnitId }) =>
        `${sampleName}${paramName}`.includes(query['search'] ?? '') &&
        [undefined, testUnitId].includes(query['testUnitId']),
    );
    return { items: matches, totalCount: matches.length };
  });
});
afterEach(cleanup);

const open = async (user: UserInfo) => {
  renderConsole(
    <>
      <WantedParametersPage />
      <Address
        onChange={(newAddress) => {
          address = decodeURIComponent(newAddress);
        }}
      />
    </>,
    { user, at: WANTED_PARAMETERS },
  );
  return within(await screen.findByRole('table', { name: '未开展参数需求列表' }));
};
const parameters = () =>
  [...screen.getByRole('table').querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);

it('SS-023 a laboratory sees wanted parameters with the number of requests, can search them and open the sample', async () => {
  const table = await open(laboratory);
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '参数',
    '样品',
    '次数',
    '最近委托单位',
    '资质',
    '首次',
    '最近一次',
    '操作',
  ]);
  expect(
    [...table.getByRole('row', { name: /水化热/ }).querySelectorAll('td')]
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  ).toEqual(['水化热', '普通硅酸盐水泥', '3', '皖江路桥']);
  expect([screen.queryByLabelText('检测单位'), server.requestsTo(getAllUnit)]).toEqual([null, []]);
  await userEvent.type(screen.getByLabelText('按样品或参数名称搜索'), '减水');
  await waitFor(() => expect(parameters()).toEqual(['泌水率比']));
  await userEvent.clear(screen.getByLabelText('按样品或参数名称搜索'));
  await userEvent.click(await screen.findByRole('button', { name: '样品参数 普通硅酸盐水泥 水化热' }));
  expect(address).toBe(samplePath({ id: 's-1' }, null));
});

it('SS-023 the administrator sees the testing unit, can filter by it and open that unit’s sample', async () => {
  const table = await open(administrator);
  expect(table.getByRole('columnheader', { name: '检测单位' })).toBeTruthy();
  await screen.findByRole('option', { name: UNIT.testUnitName });
  await userEvent.selectOptions(screen.getByLabelText('检测单位'), UNIT.testUnitName);
  await waitFor(() => expect(parameters()).toEqual(['水化热']));
  await userEvent.click(screen.getByRole('button', { name: '样品参数 普通硅酸盐水泥 水化热' }));
  expect(address).toBe(samplePath({ id: 's-1' }, UNIT.id));
});
