// npm run screenshots: the pictures of the README in docs/images, taken from the built console on fresh demo data. If
// they are installed, pngquant makes them smaller, and pdftoppm renders the printed form.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/free-port.mjs';
import { findChromium } from './chromium.mjs';
import { connectLabSystem, signIn } from './lab/connect.mjs';
import { startLabSystem } from './lab/processes.mjs';
import { prepare, root } from './prepare.mjs';

prepare();
const [{ chromium }, { pino }, { startStandalone }, { OpenResources }, { readSettings }] = await Promise.all([
  import('@playwright/test'),
  import('pino'),
  import('../dist/apps/standalone/src/standalone.js'),
  import('../dist/libs/engines/src/index.js'),
  import('../dist/libs/settings/src/index.js'),
]);
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium was found. Set CHROMIUM to its path.');

const folder = join(root, 'docs/images');
mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
const parts = new OpenResources();
const service = await startStandalone({
  settings: readSettings({ DATA_DIR: dataDir, PORT: `${await freePort()}`, LAB_SYSTEM_HOSTS: '127.0.0.1' }).settings,
  logger: pino({ level: 'silent' }),
  parts,
});
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});

const post = async (path, body, token) => {
  const response = await fetch(`${service.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()).result;
};
const tokens = {};
const tokenOf = async (userName) =>
  (tokens[userName] ??= (
    await post('TokenAuth/Authenticate', { UserNameOrEmailAddress: userName, password: 'Consign-2026!' })
  ).accessToken);
const openPage = async (userName, path, { width = 1440, height = 900, deviceScaleFactor = 1 } = {}) => {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  if (userName) await context.addCookies([{ name: 'consign_token', value: await tokenOf(userName), url: service.url }]);
  const page = await context.newPage();
  await page.goto(service.url + path);
  return page;
};
const shrink = (file) => {
  spawnSync('pngquant', [
    '--force',
    '--skip-if-larger',
    '--strip',
    '--speed',
    '1',
    '--quality',
    '85-100',
    '--output',
    file,
    file,
  ]);
  process.stdout.write(`${file.slice(root.length + 1)}  ${Math.ceil(statSync(file).size / 1024)} kB\n`);
};
/** Closes the notices that a session opens with. */
const dismissNotices = async (page) => page.getByRole('button', { name: '知道了' }).click();
/** `keepsOpen`: the page goes on afterwards. */
const takeScreenshot = async (page, name, { keepsOpen = false } = {}) => {
  await page.evaluate(() => document.fonts.ready);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  shrink(path);
  if (!keepsOpen) await page.context().close();
};

const LAB1 = '浙东交通工程检测中心有限公司';
const RAW_LIST = '/onlineConsign/rawMateriaConsignInfo';
const waitForTable = (page) => page.getByRole('table', { name: '委托列表' }).waitFor();

const login = await openPage(null, '/login');
await login.getByRole('textbox', { name: '用户名' }).waitFor();
await takeScreenshot(login, 'login');

const home = await openPage('client1', '/dashboard');
await home.getByRole('list', { name: '当前各状态' }).waitFor();
await home.getByRole('table', { name: '需要您处理' }).waitFor();
await takeScreenshot(home, 'home');

const workbench = await openPage('lab1', '/dashboard');
await workbench.getByRole('list', { name: '当前各状态' }).waitFor();
await takeScreenshot(workbench, 'home-lab');

const list = await openPage('client1', RAW_LIST);
await waitForTable(list);
await takeScreenshot(list, 'list');

const mobile = await openPage('client1', `${RAW_LIST}?status=20,40,60,90`, {
  width: 390,
  height: 844,
  deviceScaleFactor: 2,
});
await mobile
  .getByRole('button', { name: '加载更多' })
  .or(mobile.getByText(/^已全部显示/))
  .waitFor();
await takeScreenshot(mobile, 'mobile');

// The signatures that wait for the client, on the phone that has scanned the code.
const awaitingSignature = await (
  await fetch(`${service.url}/api/v1/consignments?consignStatuses=80`, {
    headers: { authorization: `Bearer ${await tokenOf('client1')}` },
  })
).json();
const key = await post(
  'services/app/QRCodeService/CreateQRCodeKey',
  { ids: awaitingSignature.items.map(({ id }) => id), data: 'signList' },
  await tokenOf('client1'),
);
const signing = await openPage(null, `/mobile.html#/signList?key=${key}`, {
  width: 390,
  height: 844,
  deviceScaleFactor: 2,
});
await signing.getByRole('heading', { level: 2 }).first().waitFor();
await takeScreenshot(signing, 'sign-list');

// A rejected consignment with its reason, corrected by the client.
const form = await openPage('client1', `${RAW_LIST}?status=40`);
await waitForTable(form);
await form.getByRole('button', { name: '修改' }).first().click();
await form.getByRole('table', { name: '样品列表' }).waitFor();
await takeScreenshot(form, 'form');

const appointment = await openPage('client1', '/onlineConsign/sitePreConsignInfo?status=40,90');
await waitForTable(appointment);
await appointment.getByRole('button', { name: '修改' }).first().click();
await appointment
  .getByRole('table', { name: '检测项目列表' })
  .or(appointment.getByRole('table').first())
  .first()
  .waitFor();
await takeScreenshot(appointment, 'appointment');

// Cement, its usual tests by one press, and what two shared prices make of the sum.
const draft = await post('services/app/BuConsignInfo/CreateRawMateriaConsingInfo', null, await tokenOf('client1'));
const samples = await openPage('client1', `/onlineConsign/addConsignInfo?id=${draft.id}`);
await samples.getByRole('button', { name: '添加样品' }).first().click();
await samples.getByRole('textbox', { name: '样品名称，回车查询' }).fill('水泥');
await samples.keyboard.press('Enter');
await samples.getByRole('treeitem', { name: '普通硅酸盐水泥', exact: true }).click();
await samples.getByRole('button', { name: '水泥常规检验' }).click();
await samples.getByText('参数来自“水泥常规检验”').waitFor();
await samples.mouse.move(0, 0);
await takeScreenshot(samples, 'samples', { keepsOpen: true });
// The form of that sample, with all its sections.
await samples.getByRole('button', { name: /^确定/ }).click();
await samples.getByRole('heading', { name: '附件', exact: true }).waitFor();
await samples.getByText(/本样品检测费/).waitFor();
await takeScreenshot(samples, 'sample-form');

const audit = await openPage('lab1', '/BusinessManagement/preManagement?status=20');
await waitForTable(audit);
await audit.getByRole('row').filter({ hasText: '普通硅酸盐水泥' }).getByRole('link').first().click();
await audit.getByText(/项已通过/).waitFor();
await takeScreenshot(audit, 'audit');

const received = await openPage('lab1', '/BusinessManagement/preManagement?status=60');
await waitForTable(received);
await received.getByRole('row').nth(1).getByRole('link').first().click();
await received.getByText('实际费用').first().waitFor();
await takeScreenshot(received, 'received');

const reports = await openPage('lab1', '/BusinessManagement/reportList');
await reports.getByRole('table', { name: '报告进度' }).waitFor();
await takeScreenshot(reports, 'reports');

const bills = await openPage('client1', '/preConsignBill');
await bills.getByRole('table', { name: '可打印的委托' }).waitFor();
await bills.getByRole('checkbox').nth(1).locator('..').click();
await bills.getByRole('checkbox').nth(2).locator('..').click();
await takeScreenshot(bills, 'print');

const instruction = await openPage('client1', '/instruction/detail?type=0');
await instruction.getByRole('heading', { level: 2 }).first().waitFor();
await takeScreenshot(instruction, 'instruction');

// The same rejected consignment, step by step: the edit that answered the rejection.
const history = await openPage('client1', `${RAW_LIST}?status=40`);
await waitForTable(history);
await history.keyboard.press('j');
await history.keyboard.press('h');
await history
  .getByRole('slider')
  .or(history.getByText(/第 \d+ 版/))
  .first()
  .waitFor();
await takeScreenshot(history, 'history');

const projections = await openPage('operator', '/operations/projections');
await projections.getByRole('table').first().waitFor();
await takeScreenshot(projections, 'projections');

const events = await openPage('auditor', '/operations/events');
await events.getByRole('table').first().waitFor();
await takeScreenshot(events, 'events');

const printed = await openPage('client1', `${RAW_LIST}?status=60`);
await waitForTable(printed);
await printed
  .getByRole('button', { name: /的操作$/ })
  .first()
  .click();
// The address is taken from the request of the tab: a browser without a PDF viewer leaves the address of the tab blank.
const pdfRequest = printed.context().waitForEvent('request', {
  predicate: (request) => request.isNavigationRequest() && new URL(request.url()).pathname.startsWith('/api/'),
  timeout: 60_000,
});
await printed.getByRole('menuitem', { name: '预委托单 PDF' }).click();
const pdf = join(dataDir, 'printed.pdf');
writeFileSync(pdf, await (await printed.request.get((await pdfRequest).url())).body());
spawnSync('pdftoppm', ['-png', '-r', '110', '-f', '1', '-singlefile', pdf, join(folder, 'pdf')]);
shrink(join(folder, 'pdf.png'));

const jobs = await openPage('operator', '/operations/jobs');
await jobs.getByRole('table').first().waitFor();
await takeScreenshot(jobs, 'jobs');

// The administration. The data of its pages is made first: a role, a notice, two audit results with notifications for a
// client, and the reading of a masked name.
const [admin, lab, auditor] = [await tokenOf('admin'), await tokenOf('lab1'), await tokenOf('auditor')];
await post(
  'services/app/Role/create',
  { name: '任务查看员', displayName: '任务查看员', description: '值班时查看后台任务', permissions: ['Jobs.Read'] },
  admin,
);
for (const [title, content] of [
  ['春节期间收样安排', '<p>收样照常，时间为 9:00 至 16:00。</p>'],
  ['样品包装要求', '<p>水泥样品请用双层密封袋包装。</p>'],
])
  await post('services/app/SysNotice/Create', { title, content }, lab);
const { items: underAudit } = await (
  await fetch(`${service.url}/api/v1/consignments?consignStatuses=20`, { headers: { authorization: `Bearer ${lab}` } })
).json();
await post('services/app/BuConsignInfo/PassAuditConsignInfo', { ids: underAudit.at(-1).id, remark: '资料齐全' }, lab);
await post('services/app/BuConsignInfo/NoPassAuditConsignInfo', { ids: underAudit[1].id, remark: '缺少取样照片' }, lab);
await post(
  'v1/personal-reads',
  { consignmentId: underAudit[0].id, revision: 1, parts: ['contact'], reason: '核对委托人' },
  auditor,
);
// One picture of each page once its table is visible; the lists of messages and readings need the worker to have run.
const listPages = [
  ['users', 'admin', '/UserCenter/UserManager', ['table', '用户列表']],
  ['roles', 'admin', '/SystemManager/RoleManager', ['table', '角色列表']],
  ['units', 'admin', '/SystemManager/TestUnitManager', ['table', '检测单位列表']],
  ['notices', 'admin', '/BusinessManagement/NoticeList', ['table', '公告列表']],
  ['messages', 'admin', '/messages?tab=unit', ['table', '本单位消息列表']],
  ['account', 'client1', '/account', ['table', '消息通知']],
  ['organisations', 'client1', '/TestingOrgSearch/TestingOrgList', ['table', /./]],
  ['personal-reads', 'admin', '/SystemManager/PersonalReads', ['table', /./]],
];
for (const [name, userName, path, [role, title]] of listPages) {
  const page = await openPage(userName, path);
  await page.getByRole(role, { name: title }).first().waitFor();
  await page.getByRole('status', { name: '正在加载' }).waitFor({ state: 'hidden' });
  await takeScreenshot(page, name);
}

// A laboratory with its own system, which passes audits and makes pushes that are refused. Another endpoint of it does
// not answer.
const [labUnit] = (
  await (
    await fetch(`${service.url}/api/services/app/BaTestUnit/GetAllUnit?nameKey=${encodeURIComponent(LAB1)}`, {
      headers: { authorization: `Bearer ${await tokenOf('client1')}` },
    })
  ).json()
).result.items;
const labPort = await freePort();
const labUrl = `http://127.0.0.1:${labPort}`;
const manage = await signIn(service.url, 'lab1', 'Consign-2026!');
const { accessKey, webhookSecret } = await connectLabSystem({
  admin: await signIn(service.url, 'admin', 'Consign-2026!'),
  unitId: labUnit.id,
  labUrl,
  unitCode: 'TU001',
  name: 'LIMS 主服务',
});
const stopLabSystem = await startLabSystem({
  port: labPort,
  PLATFORM: service.url,
  ACCESS_KEY: accessKey,
  WEBHOOK_SECRET: webhookSecret,
  UNIT_CODE: 'TU001',
  STATE_DIR: join(dataDir, 'lab'),
});
try {
  await manage('POST', '/api/v1/access-keys', { name: '快递登记', scopes: ['express:write'], expiresAt: null });
  await manage('POST', '/api/v1/webhooks', {
    url: `${labUrl}/reports`,
    types: ['consignment.'],
    description: '报告中心',
  });
  const pushStatus = (consignInfoIDs, consignStatus) =>
    fetch(`${service.url}/api/services/app/ILISIntegration/PushConsignStatus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessKey}` },
      body: JSON.stringify({
        consignInfoIDs,
        consignStatus,
        changeTime: new Date().toISOString(),
        changeDescription: '同意',
        operUserNameFriendly: '赵试验',
      }),
    });
  const { items: labConsignments } = await (
    await fetch(`${service.url}/api/v1/consignments?consignStatuses=20,30,60&maxResultCount=100`, {
      headers: { authorization: `Bearer ${lab}` },
    })
  ).json();
  const idsInStatus = (status) =>
    labConsignments.filter(({ consignStatus }) => consignStatus === status).map(({ id }) => id);
  for (const id of idsInStatus(20)) await pushStatus(id, 30);
  for (const id of idsInStatus(30)) await pushStatus(id, 60);
  for (const id of idsInStatus(60).slice(0, 2)) await pushStatus(id, 40);
  await manage('GET', '/api/v1/lab/catalogue-check');
  const connections = await openPage('lab1', '/integration/labSystem');
  await dismissNotices(connections);
  await connections.getByRole('table', { name: '未接受的回传' }).waitFor();
  await connections.getByRole('heading', { name: '单位系统的应答' }).waitFor();
  await connections.getByRole('alert').filter({ hasText: '报告中心' }).waitFor();
  await takeScreenshot(connections, 'lab-system', { keepsOpen: true });
  await connections.getByRole('button', { name: '查看失败 报告中心' }).click();
  await connections.getByRole('table').getByRole('row').nth(1).getByRole('link').first().waitFor();
  await connections.keyboard.press('j');
  await connections.keyboard.press('Enter');
  await connections.getByRole('list', { name: '各次投递' }).waitFor();
  await takeScreenshot(connections, 'webhook');

  const catalogue = await openPage('lab1', '/integration/eventTypes');
  await catalogue.getByRole('heading', { level: 1 }).waitFor();
  await catalogue.getByRole('status', { name: '正在加载' }).waitFor({ state: 'hidden' });
  await dismissNotices(catalogue);
  await takeScreenshot(catalogue, 'event-catalogue');
} finally {
  await stopLabSystem();
}

await browser.close();
await parts.close();
rmSync(dataDir, { recursive: true, force: true });
