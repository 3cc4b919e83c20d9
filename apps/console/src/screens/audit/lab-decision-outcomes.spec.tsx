import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  confirmSample,
  type ConsignmentView,
  getAccessory,
  getAccessoryTypes,
  getAllowedActions,
  getConsignLog,
  getConsignSignAccessoryList,
  getConsingInfo,
  getLimsConsignAttachments,
  getPrintConsignInfoList,
  listConsignments,
  noPassConfirmSample,
  passAuditConsignInfo,
} from '#contract';
import AuditScreen from '../../app/audit.screen.js';
import '../../i18n/language.js';
import { errorLog, currentFailure } from '../../lib/failures.js';
import { consignmentWith } from '../../testing/consignment.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';

let server: StubServer;
let view: ConsignmentView;
const user = userEvent.setup({ pointerEventsCheck: 0 });
const show = async (consignStatus: ConsignmentView['consignStatus'], consignStatusStr: string) => {
  view = consignmentWith({ consignStatus, consignStatusStr, consignCode: 'TU001-2026-00001' });
  renderConsole(<AuditScreen />, {
    at: `/BusinessManagement/auditConsignInfo?id=${view.id}&consignType=1&pageSource=4`,
    user: laboratory,
  });
  await screen.findByText('基本信息');
};
const heading = () => within(screen.getByRole('heading', { level: 1 }));
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  server = stubServer();
  server.respondWith(getConsingInfo, () => view);
  server.respondWith(getAllowedActions, () => ({
    revision: view.revision,
    consignStatus: view.consignStatus,
    actions: (['pass', 'reject', 'confirm', 'return'] as const).map((action) => ({
      action,
      allowed: true,
      reason: null,
    })),
  }));
  server.respondWith(getPrintConsignInfoList, () => [
    { ...view, samples: [], qualificationName: view.tuqualificationName, isReadOnly: true, title: '原材料检测预览' },
  ]);
  server.respondWith(listConsignments, { items: [], totalCount: 0 });
  server.respondWith(getConsignLog, []);
  server.respondWith(getAccessory, []);
  server.respondWith(getAccessoryTypes, []);
  server.respondWith(getLimsConsignAttachments, { attachments: [], sampleAttachments: [] });
  server.respondWith(getConsignSignAccessoryList, []);
});
afterEach(cleanup);

describe('the outcome of a decision', () => {
  it('CL-028 is the status that the server reports, even if a return leads to another status than usual', async () => {
    server.respondWith(noPassConfirmSample, (): true => {
      view = { ...view, consignStatus: 50, consignStatusStr: '已撤回', revision: view.revision + 1 };
      return true;
    });
    await show(30, '待收样');
    expect(heading().getByText('待收样')).toBeTruthy();
    await user.click(await screen.findByText('样品数量不足'));
    await press('退回样品');
    await waitFor(() => expect(heading().getByText('已撤回')).toBeTruthy());
    expect(heading().queryByText('待收样')).toBeNull();
  });

  it.each([
    ['a pass', passAuditConsignInfo, 20, '待审核', '审核通过', '审核通过'],
    ['a receipt', confirmSample, 30, '待收样', '确认收样', '确认收样完成'],
  ] as const)(
    'AERR-005 CL-029 of %s is a failure if the response has success false, even with HTTP status 200',
    async (_, operation, status, name, action, message) => {
      const posted = jest.spyOn(window.parent, 'postMessage');
      server.refuse(operation, {
        status: 200,
        code: 'NOT_IN_THIS_STATUS',
        message: '委托已被他人处理',
        details: '由另一位审核员处理',
      });
      await show(status, name);
      await press(action);
      await waitFor(() => expect(currentFailure.get()).toEqual({ kind: 'message', message: '委托已被他人处理' }));
      expect(errorLog.get()).toMatchObject([{ message: '委托已被他人处理', source: `${operation.name} 200` }]);
      expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).not.toContain(
        message,
      );
      expect(heading().getByText(name)).toBeTruthy();
      expect(posted).not.toHaveBeenCalled();
      posted.mockRestore();
    },
  );
});
