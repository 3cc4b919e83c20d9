import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changePack, listPacks, tuTestParamGetAll } from '#contract';
import '../../i18n/language.js';
import { catalogueParameterWith, catalogueSampleWith } from '../../testing/catalogue.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { stubServer } from '../../testing/stub-server.js';
import PacksPage from './packs.page.js';
import { PARAM_PACKS } from '../../lib/paths.js';

afterEach(cleanup);

it('a saved pack sends its parameters only if they changed; parameters that the sample no longer has stay until removed', async () => {
  const sample = catalogueSampleWith();
  const pack = {
    id: 'k-1',
    revision: null,
    name: '常规',
    sampleId: sample.id,
    sampleName: sample.sampleName,
    exposed: true,
    orderNum: 1,
    params: [
      { id: 'p-1', name: '密度' },
      { id: 'p-9', name: '烧失量' },
    ],
    origin: 'template' as const,
    isDeleted: false,
  };
  const server = stubServer();
  server.respondWith(tuTestParamGetAll, [
    catalogueParameterWith(),
    catalogueParameterWith({ id: 'p-2', testParamId: 'p-2', displayName: '比表面积' }),
  ]);
  server.respondWith(listPacks, { items: [pack], totalCount: 1 });
  server.respondWith(changePack, pack);
  renderConsole(<PacksPage />, { user: laboratory, at: PARAM_PACKS });
  const saved = async (act: (form: ReturnType<typeof within>) => Promise<void>, times: number) => {
    await userEvent.click(await screen.findByRole('button', { name: '编辑 常规' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑参数包' }));
    await act(form);
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect([server.requestsTo(changePack).length, screen.queryByRole('dialog', { name: '编辑参数包' })]).toEqual([
        times,
        null,
      ]),
    );
    return server.requestsTo(changePack).at(-1);
  };
  const renamed = await saved((form) => userEvent.type(form.getByLabelText(/^参数包名称/), '二'), 1);
  expect(renamed).toMatchObject({
    body: { name: '常规二', exposed: true, orderNum: 1 },
    headers: { 'If-None-Match': '*' },
  });
  expect(renamed?.body).not.toHaveProperty('paramIds');
  expect((await saved(async (form) => userEvent.click(await form.findByLabelText('比表面积')), 2))?.body).toMatchObject(
    { paramIds: ['p-1', 'p-2', 'p-9'] },
  );
  expect(
    (await saved(async (form) => userEvent.click(await form.findByLabelText('烧失量（样品已无此参数）')), 3))?.body,
  ).toMatchObject({ paramIds: ['p-1'] });
});
