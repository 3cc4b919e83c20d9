import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { getAllUnit, getAreaList, getInstructionList, getProjectList, getQualificationNameList } from '#contract';
import '../i18n/language.js';
import InstructionListPage from '../screens/instructions/instruction-list-page.js';
import OrganisationListPage from '../screens/organisations/organisation-list-page.js';
import { ProjectDialog } from '../screens/consignment-form/parties/project.dialog.js';
import { administrator, client, renderConsole } from '../testing/render.js';
import { unitRow } from '../testing/consignment.js';
import { stubServer } from '../testing/stub-server.js';

afterEach(cleanup);

/** Sizes that the pager offers, and the chosen one. */
const pager = async () => {
  const sizes = await screen.findByLabelText<HTMLSelectElement>('每页条数');
  return [[...sizes.options].map(({ value }) => Number(value)), Number(sizes.value)];
};

it('AK-005 K-004 pages have 10, 20, 30 or 40 organisations or instructions (newest first), and 7, 20, 30 or 50 projects', async () => {
  const server = stubServer();
  server.respondWith(getAllUnit, { items: [unitRow({})], totalCount: 1 });
  server.respondWith(getAreaList, []);
  server.respondWith(getQualificationNameList, []);
  renderConsole(<OrganisationListPage />);
  expect(await pager()).toEqual([[10, 20, 30, 40], 10]);
  expect(server.requestsTo(getAllUnit)[0]?.query['maxPage']).toBe('10');
  cleanup();

  server.respondWith(getProjectList, {
    items: [
      {
        id: 'p',
        projectName: '大桥',
        projectCode: '',
        description: '',
        consignUnitId: null,
        consignUnitName: '',
        constructionUnit: '',
        constructionJzunit: '',
        jzunit: '',
      },
    ],
    totalCount: 1,
  });
  renderConsole(
    <ProjectDialog currentId={null} showsSectName={false} onClose={() => undefined} onChosen={() => undefined} />,
    { user: client },
  );
  expect(await pager()).toEqual([[7, 20, 30, 50], 7]);
  expect(server.requestsTo(getProjectList)[0]?.query['maxResultCount']).toBe('7');
  cleanup();

  const notices = ['2026-03-03', '2026-03-02', '2026-03-01'].map((day) => ({
    id: day,
    revision: 0,
    type: '0' as const,
    title: day,
    content: '<p>x</p>',
    creatorUser: '',
    creationTime: `${day}T08:00:00.000Z`,
    lastModifierUser: '',
    lastModificationTime: '2026-04-01T08:00:00.000Z',
  }));
  server.respondWith(getInstructionList, ({ query }) => ({
    items: query['orderField'] === 'creationTime' && query['orderMethod'] === 'desc' ? notices : notices.toReversed(),
    totalCount: 3,
  }));
  renderConsole(<InstructionListPage />, { user: administrator });
  expect(await pager()).toEqual([[10, 20, 30, 40], 10]);
  expect(server.requestsTo(getInstructionList)[0]?.query['maxResultCount']).toBe('10');
  const rows = [...(await screen.findByRole('table', { name: '操作说明列表' })).querySelectorAll('tbody tr')];
  expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['2026-03-03', '2026-03-02', '2026-03-01']);
});
