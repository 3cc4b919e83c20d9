import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getProjectList, insertProject, type ProjectRow } from '#contract';
import '../../../i18n/language.js';
import { projectRow } from '../../../testing/consignment.js';
import { renderConsole } from '../../../testing/render.js';
import { type StubServer, stubServer } from '../../../testing/stub-server.js';
import { ProjectDialog } from './project.dialog.js';

let server: StubServer;
let ownProjects: ProjectRow[];
let selectedProjects: ProjectRow[];
let closeCount: number;
const foreignProject = projectRow({ projectName: '他单位工程' });
const lastQuery = () => server.requestsTo(getProjectList).at(-1)?.query;
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
  );

beforeEach(() => {
  ownProjects = [projectRow({ projectName: '大桥工程', projectCode: 'Q-1', contractSectName: 'TJ-1标' })];
  [selectedProjects, closeCount] = [[], 0];
  server = stubServer();
  server.respondWith(getProjectList, ({ query }) => {
    const matches = (query['getMyProject'] === 'true' ? ownProjects : [...ownProjects, foreignProject]).filter(
      ({ projectName }) => projectName.includes(query['search'] ?? ''),
    );
    return { items: matches, totalCount: matches.length };
  });
  server.respondWith(insertProject, ({ body }) => {
    const added = projectRow(body as Partial<ProjectRow>);
    ownProjects.push(added);
    return added;
  });
});
afterEach(cleanup);

const open = async (showsSectName = false) => {
  renderConsole(
    <ProjectDialog
      currentId={null}
      showsSectName={showsSectName}
      onClose={() => {
        closeCount += 1;
      }}
      onChosen={(project) => selectedProjects.push(project)}
    />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: '选择工程项目' }));
  await dialog.findByRole('radio', { name: /^大桥工程/ });
  return dialog;
};
const heads = () =>
  within(screen.getByRole('table'))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('the project dialog', () => {
  it('distinguishes projects of the same name by section, description or owner, even without a section column', async () => {
    ownProjects = [
      projectRow({ id: 'p1', projectName: '大桥工程', projectCode: '', contractSectName: 'TJ-1标' }),
      projectRow({ id: 'p2', projectName: '大桥工程', projectCode: '', contractSectName: '', description: '杭州段' }),
      projectRow({
        id: 'p3',
        projectName: '大桥工程',
        projectCode: '',
        contractSectName: '',
        description: '',
        constructionUnit: '建设甲',
      }),
    ];
    renderConsole(
      <ProjectDialog
        currentId={null}
        showsSectName={false}
        onClose={() => {}}
        onChosen={(project) => selectedProjects.push(project)}
      />,
    );
    const dialog = within(await screen.findByRole('dialog', { name: '选择工程项目' }));
    const radios = await dialog.findAllByRole('radio');
    await waitFor(() =>
      expect(radios.map((radio) => radio.getAttribute('aria-label'))).toEqual([
        '大桥工程　TJ-1标',
        '大桥工程　杭州段',
        '大桥工程　建设甲',
      ]),
    );
    await userEvent.click(radios[1]!);
    expect(dialog.getByText('大桥工程 杭州段')).toBeTruthy();
  });

  it('PJ-004 has search, add button, show-all checkbox and table; section column and request follow the unit’s flag', async () => {
    const dialog = await open();
    for (const control of [
      dialog.getByLabelText('搜索'),
      dialog.getByRole('button', { name: '新增' }),
      dialog.getByRole('checkbox', { name: '显示全部' }),
    ])
      expect(control).toBeTruthy();
    expect([heads(), lastQuery()?.['ShowContractSectName']]).toEqual([['选择', '工程项目名称', '工程编号'], 'false']);
    cleanup();
    await open(true);
    expect([heads(), lastQuery()?.['ShowContractSectName']]).toEqual([
      ['选择', '工程项目名称', '工程编号', '合同段'],
      'true',
    ]);
    expect(screen.getByText('TJ-1标')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('搜索'), '大桥{Enter}');
    await waitFor(() => expect(lastQuery()?.['search']).toBe('大桥'));
  });

  it('PJ-005 shows the user’s own projects, with 显示全部 also those of others, with 7, 20, 30 or 50 per page', async () => {
    const dialog = await open();
    const sizes = dialog.getByLabelText<HTMLSelectElement>('每页条数');
    expect([[...sizes.options].map(({ value }) => value), sizes.value, lastQuery()]).toEqual([
      ['7', '20', '30', '50'],
      '7',
      expect.objectContaining({ getMyProject: 'true', maxResultCount: '7', skipCount: '0' }),
    ]);
    expect(dialog.queryByRole('radio', { name: '他单位工程' })).toBeNull();
    await userEvent.click(dialog.getByRole('checkbox', { name: '显示全部' }));
    expect(await dialog.findByRole('radio', { name: '他单位工程' })).toBeTruthy();
    expect(lastQuery()).toMatchObject({ getMyProject: 'false' });
    await userEvent.click(dialog.getByRole('checkbox', { name: '显示全部' }));
    await waitFor(() => expect(dialog.queryByRole('radio', { name: '他单位工程' })).toBeNull());
  });

  it('PJ-007 stays open and shows a message when no project is selected', async () => {
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: '选择工程项目' }));
    await expectToast('请选择工程项目！');
    expect([closeCount, selectedProjects]).toEqual([0, []]);
    await userEvent.click(dialog.getByRole('radio', { name: /^大桥工程/ }));
    await userEvent.click(dialog.getByRole('button', { name: '选择工程项目' }));
    expect([closeCount, selectedProjects.map(({ projectName }) => projectName)]).toEqual([1, ['大桥工程']]);
  });

  it.each([
    [false, {}],
    [true, { contractSectName: 'TJ-2标' }],
  ])(
    'PJ-006 adds a project by its name and shows it in the list (with sections: %s)',
    async (withSections, section) => {
      const dialog = await open(withSections);
      await userEvent.click(dialog.getByRole('button', { name: '新增' }));
      const form = within(await screen.findByRole('dialog', { name: '新增工程项目' }));
      await userEvent.click(form.getByRole('button', { name: '保存项目' }));
      expect(form.getByText('请输入工程项目名称')).toBeTruthy();
      expect(server.requestsTo(insertProject)).toEqual([]);
      await userEvent.type(form.getByLabelText(/^工程项目名称/), '新桥工程');
      await userEvent.type(form.getByLabelText('工程编号'), 'Q-2');
      await userEvent.type(form.getByLabelText('说明'), '跨江');
      expect(form.queryByLabelText('合同段') !== null).toBe(withSections);
      if (withSections) await userEvent.type(form.getByLabelText('合同段'), 'TJ-2标');
      await userEvent.click(form.getByRole('button', { name: '保存项目' }));
      expect(await screen.findByRole('radio', { name: '新桥工程' })).toBeTruthy();
      expect(server.requestsTo(insertProject).map(({ body }) => body)).toEqual([
        {
          projectName: '新桥工程',
          projectCode: 'Q-2',
          description: '跨江',
          contractSectName: '',
          ...section,
          sameNameConfirmed: false,
        },
      ]);
    },
  );
});
