import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getAllUnit, issueEmbeddingCode, renewLabSystemCode, testUnitGet, updateTestUnit } from '#contract';
import type { Api } from './support/api.js';
import { createInStatus, LAB1, readConsignment } from './support/consignments.js';
import { expect, requireValue, test } from './support/console.js';

/**
 * A page of another origin: it shows an address in a frame, fetches a code from its own server when the frame asks for
 * one, and lists all other messages of the frame.
 */
const pageAround = (
  platform: string,
) => `<!doctype html><meta charset="utf-8"><title>LIMS</title><iframe style="width:100%;height:820px;border:0"></iframe><ol></ol><script>
const frame = document.querySelector('iframe');
addEventListener('message', async ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== ${JSON.stringify(platform)}) return;
  if (data.type === 'consign.embedding-code-wanted') {
    const code = await (await fetch('/code')).text();
    return frame.contentWindow.postMessage({ type: 'consign.embedding-code', code }, origin);
  }
  document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: JSON.stringify(data) }));
});
frame.src = new URLSearchParams(location.search).get('shown');
</script>`;

/** The system of a laboratory, on an origin and a site of its own. */
const laboratorySystem = async (platform: string, code: () => Promise<string>) => {
  const server = createServer((request, response) => {
    if (request.url !== '/code')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(pageAround(platform));
    return void code().then(
      (text) => response.end(text),
      () => response.writeHead(403).end(),
    ); // a page may still ask when its origin has been taken away
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // Every name under localhost is this machine.
  return {
    origin: `http://lims.localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** The testing unit of lab1, with its number, and what its system signs people in by. */
const laboratory = async (api: Api) => {
  const { id } = requireValue((await api.do('client1', getAllUnit, { query: { nameKey: LAB1 } })).items[0]);
  const [{ unitNo }, { authCode }] = [
    await api.do('admin', testUnitGet, { query: { id } }),
    await api.do('lab1', renewLabSystemCode, { body: {} }),
  ];
  return { id, unitNo, authCode: authCode ?? '' };
};

test('CF-008 EM-003 EM-004 a laboratory system audits and receives in its own page without a login and gets one message for each', async ({
  api,
  browser,
  baseURL,
}) => {
  const platform = baseURL ?? '';
  const lab = await laboratory(api);
  const { id, consignCode } = await createInStatus(api, 20);
  const lims = await laboratorySystem(
    platform,
    async () =>
      (
        await api.do('lab1', issueEmbeddingCode, {
          body: { unitCode: lab.unitNo, userName: 'lab1', authCode: lab.authCode, origin: lims.origin },
        })
      ).code,
  );
  const page = await (await browser.newContext()).newPage();
  const parameters = new URLSearchParams({
    id,
    consignType: '1',
    pageSource: '4',
    isLims: '1',
    origin: lims.origin,
    unitCode: lab.unitNo,
    testUnitId: lab.id,
    unitName: LAB1,
  });
  const detailUrl = `${platform}/preconsign-management/detail?${parameters}`;
  const open = () => page.goto(`${lims.origin}/?shown=${encodeURIComponent(detailUrl)}`);
  const form = page.frameLocator('iframe');
  const messages = page.getByRole('listitem');
  try {
    // Nobody has allowed that origin yet: the browser shows nothing of the platform there.
    await open();
    await expect.poll(() => page.frames().length).toBe(2);
    await expect(form.getByText('基本信息')).toHaveCount(0);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);

    await api.do('admin', updateTestUnit, { body: { id: lab.id, embedOrigins: [lims.origin] } });
    await open();
    await form.getByRole('button', { name: '审核通过' }).click();
    await expect(messages).toHaveText([JSON.stringify({ consignId: id, consignCode })]);
    await form.getByRole('button', { name: '确认收样' }).click();
    await expect(messages).toHaveText(Array.from({ length: 2 }, () => JSON.stringify({ consignId: id, consignCode })));
    expect((await readConsignment(api, id)).consignStatus).toBe(60);
    expect(
      page
        .frames()
        .map((frame) => frame.url())
        .join(),
    ).not.toContain('/login');
  } finally {
    await api.do('admin', updateTestUnit, { body: { id: lab.id, embedOrigins: [], reason: '测试结束' } });
    await page.context().close();
    lims.close();
  }
});
