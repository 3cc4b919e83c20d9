import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  cancelConsignInfo,
  type ConsignmentView,
  deleteConsignInfo,
  getConsingInfo,
  reopenConsignment,
  sendJZSignMessage,
  signConsignments as signOperation,
} from '#contract';
import '../i18n/language.js';
import { errorLog } from '../lib/failures.js';
import { renderConsole } from '../testing/render.js';
import { rowWith } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { signatureProblem, signConsignments } from './sign.js';
import { deleteConsignment, notifyWitnesses, reopenForEditing, withdrawConsignment } from './actions.js';

let server: StubServer;
const start = async <Result,>(run: () => Promise<Result>): Promise<{ result: Promise<Result> }> => {
  let result = Promise.reject<Result>(new Error('not started'));
  result.catch(() => undefined);
  await act(async () => {
    result = run();
  });
  return { result };
};
const dialog = () => within(screen.getByRole('alertdialog'));

beforeEach(() => {
  server = stubServer();
  renderConsole(<div />);
});
afterEach(cleanup);

describe('withdrawing a consignment', () => {
  it('explains the result, requires a reason and sends it with the revision that the user saw', async () => {
    server.respondWith(cancelConsignInfo, true);
    const row = rowWith({ consignStatus: 20, revision: 9 });
    const { result } = await start(() => withdrawConsignment(row, '已撤回'));
    expect(dialog().getByText(/撤回后，TU001-2026-00001 变为“已撤回”，可重新编辑或删除。/)).toBeTruthy();
    await userEvent.click(dialog().getByRole('button', { name: '撤回委托' }));
    expect(dialog().getByText('输入内容不能为空')).toBeTruthy();
    await userEvent.type(dialog().getByRole('textbox'), '取样批号填错');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('已撤回')).toBeTruthy();
    expect(await result).toBe(true);
    expect(server.requestsTo(cancelConsignInfo)[0]).toMatchObject({
      body: { ids: [row.id], description: '取样批号填错' },
      headers: { 'If-Match': '"9"' },
    });
  });

  it('keeps the dialog open with the server’s message after a refusal, and repeats the same idempotency key', async () => {
    server.refuse(cancelConsignInfo, { status: 409, code: 'NOT_IN_THIS_STATUS', message: '已收样，不能撤回' });
    const { result } = await start(() => withdrawConsignment(rowWith({ consignStatus: 30 }), '已撤回'));
    await userEvent.type(dialog().getByRole('textbox'), '晚了');
    const confirm = () => userEvent.click(dialog().getByRole('button', { name: '撤回委托' }));
    await confirm();
    expect(await dialog().findByText('已收样，不能撤回')).toBeTruthy();
    await confirm();
    await waitFor(() => expect(server.requestsTo(cancelConsignInfo)).toHaveLength(2));
    expect(new Set(server.requestsTo(cancelConsignInfo).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    await userEvent.click(dialog().getByRole('button', { name: '取消' }));
    expect(await result).toBe(false);
    expect(errorLog.get().length).toBeGreaterThan(0);
  });
});

describe('deleting and re-editing a consignment', () => {
  it('deletes with or without a reason', async () => {
    server.respondWith(deleteConsignInfo, true);
    const row = rowWith({ consignStatus: 50 });
    await start(() => deleteConsignment(row));
    await userEvent.click(dialog().getByRole('button', { name: '删除委托' }));
    expect(await screen.findByText('删除成功')).toBeTruthy();
    expect(server.requestsTo(deleteConsignInfo)[0]?.query).toEqual({ ids: row.id, description: '' });
  });

  it('re-edits without confirmation and shows the name of the new status', async () => {
    server.respondWith(reopenConsignment, { revision: 5, consignStatus: 10 });
    const { result } = await start(() =>
      reopenForEditing(rowWith({ consignStatus: 50 }), (status) => (status === 10 ? '填写中' : '?')),
    );
    expect(await result).toBe(true);
    expect(await screen.findByText('已变为“填写中”，可以修改')).toBeTruthy();
  });
});

describe('notifying witnesses', () => {
  const row = rowWith({ consignStatus: 60, witnessSigningPending: true });

  it('shows 已通知见证人 after one request', async () => {
    server.respondWith(sendJZSignMessage, true);
    const { result } = await start(() => notifyWitnesses(row));
    expect(await result).toBe(true);
    expect(await screen.findByText('已通知见证人')).toBeTruthy();
    expect(server.requestsTo(sendJZSignMessage).map(({ query }) => query)).toEqual([{ consignInfoId: row.id }]);
  });

  it('ERR-010 shows a text returned by the server as an error', async () => {
    server.respondWith(sendJZSignMessage, '距上次通知见证人未超过24小时！');
    const { result } = await start(() => notifyWitnesses(row));
    expect(await result).toBe(false);
    const message = await screen.findByText('距上次通知见证人未超过24小时！');
    expect(message.closest('.bp6-toast')?.className).toContain('bp6-intent-danger');
    expect(screen.queryByText('已通知见证人')).toBeNull();
  });
});

describe('signing consignments', () => {
  const entry = (signType: 1 | 2) => ({
    id: 's',
    signType,
    status: 0 as const,
    senMsgStatus: 0 as const,
    signMsgTime: null,
  });
  const view = (
    consignCode: string,
    linkPersonPhone: string,
    types: (1 | 2)[],
  ): Pick<ConsignmentView, 'consignCode' | 'linkPersonPhone' | 'buConsignInfoSign'> => ({
    consignCode,
    linkPersonPhone,
    buConsignInfoSign: types.map(entry),
  });

  it.each([
    [
      'VA-019 needs one contact phone',
      [view('W1', '138', [1]), view('W2', '139', [1])],
      '所选委托的联系人电话号码不一致！',
    ],
    [
      'VA-020 needs a consignor’s entry in each',
      [view('W1', '138', [1]), view('W2', '138', [2])],
      '委托[W2]没有签名信息，请重新选择！',
    ],
  ])('%s', async (_name, views, message) => {
    expect(signatureProblem(views)).toBe(message);
    const rows = views.map(({ consignCode }) => rowWith({ consignCode, consignStatus: 80 }));
    server.respondWith(
      getConsingInfo,
      ({ query }) =>
        ({ ...views[rows.findIndex(({ id }) => id === query['id'])], samples: [] }) as unknown as ConsignmentView,
    );
    const { result } = await start(() => signConsignments(rows));
    expect(await result).toBe(false);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the dialog if the phone numbers are equal, and submits only with strokes and consent', async () => {
    const rows = [rowWith({ consignStatus: 80 })];
    server.respondWith(
      getConsingInfo,
      () =>
        ({
          ...view('W1', '138', [1]),
          id: rows[0]?.id,
          linkPerson: '陈志远',
          actFee: '3860.00',
          estimatedFee: null,
          samples: [],
        }) as unknown as ConsignmentView,
    );
    await start(() => signConsignments(rows));
    const box = within(await screen.findByRole('dialog'));
    expect(box.getByText('3,860.00')).toBeTruthy();
    expect((box.getByRole('button', { name: '提交签名' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(box.getByRole('checkbox', { name: '我已核对以上委托' }));
    expect((box.getByRole('button', { name: '提交签名' }) as HTMLButtonElement).disabled).toBe(true);
    expect(server.requestsTo(signOperation)).toHaveLength(0);
  });
});
