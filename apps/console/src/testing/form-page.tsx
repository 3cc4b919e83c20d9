import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect } from '@jest/globals';
import type { ReactElement } from 'react';
import {
  type ConsignmentView,
  getAccessory,
  getAccessoryTypes,
  getAllowedActions,
  getAllUnit,
  getAreaList,
  getConsignSignAccessoryList,
  getConsingInfo,
  getLimsConsignAttachments,
  getProjectList,
  getQualificationNameList,
  getSampleTree,
  getSystemUserList,
  getTuQualificationsByTestUnitId,
  getUnitAddressList,
  saveConsignInfo,
  updatePreSiteConsign,
  type UserInfo,
} from '#contract';
import { consignmentWith, projectRow, QUALIFICATION_ID, unitRow } from './consignment.js';
import { client, renderConsole } from './render.js';
import { type StubServer, stubServer } from './stub-server.js';

export const FORM = '/onlineConsign/addConsignInfo';
export const OTHER_UNIT = '江淮公路试验检测研究院';

/** The consignment form over a service that stores what it is sent, new for each test; and the actions of its user. */
export const renderFormPage = (element: ReactElement) => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const page = {
    server: null as unknown as StubServer,
    /** The consignment as the service has it. */
    view: consignmentWith(),
    user,
    answerSave: () => {
      for (const operation of [saveConsignInfo, updatePreSiteConsign])
        page.server.respondWith(operation, ({ body }) => {
          page.view = { ...page.view, ...(body as Partial<ConsignmentView>), revision: page.view.revision + 1 };
          return page.view;
        });
    },
    show: async (some: Partial<ConsignmentView> = {}, account: UserInfo = client, search = '') => {
      page.view = consignmentWith(some);
      renderConsole(element, { at: `${FORM}?id=${page.view.id}${search}`, user: account });
      await screen.findByRole('heading', { level: 1 });
      await screen.findAllByText(page.view.consignType === 1 ? '样品列表' : '检测项目');
    },
    press: (name: string | RegExp) => user.click(screen.getByRole('button', { name })),
    pressFirst: (name: string) => user.click(screen.getAllByRole('button', { name })[0] as HTMLElement),
    pressSave: () => user.click(screen.getByRole('button', { name: /^保存( Ctrl S)?$/ })),
    dialog: async (name?: string) => within(await screen.findByRole('dialog', name === undefined ? {} : { name })),
    /** Waits until this is the only message on screen. */
    expectToast: (text: string) =>
      waitFor(() =>
        expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
      ),
    retype: async (label: RegExp, text: string) => {
      await user.clear(screen.getByLabelText(label));
      if (text) await user.type(screen.getByLabelText(label), text);
    },
  };
  beforeEach(() => {
    // jsdom has no layout, so it has nowhere to scroll.
    Element.prototype.scrollIntoView ??= () => undefined;
    localStorage.clear();
    page.server = stubServer();
    page.server.respondWith(getConsingInfo, () => page.view);
    page.server.respondWith(getAllUnit, {
      items: [unitRow(), unitRow({ id: 'bbbbbbbb-0000-4000-8000-000000000002', testUnitName: OTHER_UNIT })],
      totalCount: 2,
    });
    page.server.respondWith(getUnitAddressList, unitRow().addresses);
    page.server.respondWith(getSystemUserList, { items: [], totalCount: 0 });
    page.server.respondWith(getTuQualificationsByTestUnitId, [
      { id: QUALIFICATION_ID, name: '公路工程综合甲级', sysQualificationId: 's1' },
    ]);
    page.server.respondWith(getProjectList, {
      items: [projectRow({ id: '5da22e27-e2dd-51ea-b4d0-59ecf5c6a5fd' })],
      totalCount: 1,
    });
    page.server.respondWith(getAllowedActions, () => ({
      revision: page.view.revision,
      consignStatus: page.view.consignStatus,
      actions: [],
    }));
    page.server.respondWith(getAreaList, [
      { AreaID: 330000, AreaName: '浙江省', RootID: 0 },
      { AreaID: 330200, AreaName: '宁波市', RootID: 330000 },
      { AreaID: 340000, AreaName: '安徽省', RootID: 0 },
    ]);
    page.server.respondWith(getQualificationNameList, ['公路工程综合甲级']);
    page.server.respondWith(getConsignSignAccessoryList, []);
    page.server.respondWith(getAccessory, []);
    page.server.respondWith(getAccessoryTypes, []);
    page.server.respondWith(getLimsConsignAttachments, { attachments: [], sampleAttachments: [] });
    page.server.respondWith(getSampleTree, { sampleTree: [], expandedKey: [], selectedKey: '' });
    page.answerSave();
  });
  afterEach(cleanup);
  return page;
};
