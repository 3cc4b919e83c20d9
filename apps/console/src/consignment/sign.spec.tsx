import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQRCodeKey, getConsingInfo, getSigning, signConsignments as signOperation } from '#contract';
import '../i18n/language.js';
import { consignmentWith } from '../testing/consignment.js';
import { drawSignature, DRAWN_IMAGE, stubCanvas } from '../testing/pen.js';
import { renderConsole } from '../testing/render.js';
import { rowWith } from '../testing/rows.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { signConsignments } from './sign.js';

const entry = { id: 's', signType: 1 as const, status: 0 as const, senMsgStatus: 0 as const, signMsgTime: null };
const rows = [rowWith({ consignStatus: 80, consignCode: 'W1' }), rowWith({ consignStatus: 80, consignCode: 'W2' })];
const signing = {
  version: '1',
  expiresAt: '2026-11-21T04:10:00.000Z',
  consignUnitName: '',
  signer: '',
  signerPhone: '',
  consignments: [],
};

let server: StubServer;
const start = async (): Promise<{ done: Promise<boolean> }> => {
  let isSigned = Promise.resolve(false);
  await act(async () => {
    isSigned = signConsignments(rows);
  });
  await screen.findByRole('dialog', { name: '本次签名 2 份委托' });
  return { done: isSigned };
};
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
  );

beforeEach(() => {
  stubCanvas();
  server = stubServer();
  server.respondWith(createQRCodeKey, 'the-key');
  server.respondWith(getSigning, { ...signing, state: 'waiting' });
  server.respondWith(getConsingInfo, ({ query }) =>
    consignmentWith({ id: query['id'] ?? '', consignStatus: 80, buConsignInfoSign: [entry], actFee: '3860.50' }),
  );
  server.respondWith(signOperation, { items: [] });
  renderConsole(<div />);
});
afterEach(cleanup);

describe('the sign dialog', () => {
  it('signs on this computer with strokes and consent', async () => {
    const { done: isSigned } = await start();
    drawSignature('请在框内手写签名');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('checkbox', { name: '我已核对以上委托' }));
    await userEvent.click(dialog.getByRole('button', { name: '提交签名' }));
    await expectToast('签名成功');
    expect(await isSigned).toBe(true);
    expect(server.requestsTo(signOperation).map(({ body }) => body)).toEqual([
      { ids: rows.map(({ id }) => id), signImage: DRAWN_IMAGE },
    ]);
  });

  it('closes with a message when the phone has signed', async () => {
    const { done: isSigned } = await start();
    expect(server.requestsTo(createQRCodeKey).map(({ body }) => body)).toEqual([
      { ids: rows.map(({ id }) => id), data: 'signList' },
    ]);
    server.respondWith(getSigning, { ...signing, state: 'signed' });
    await expectToast('签名成功');
    expect(await isSigned).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.requestsTo(signOperation)).toHaveLength(0);
  });

  it('stays open and can submit again after a refusal', async () => {
    await start();
    server.refuse(signOperation, { status: 409, message: '所选委托必须是待签名状态！' });
    drawSignature('请在框内手写签名');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('checkbox'));
    await userEvent.click(dialog.getByRole('button', { name: '提交签名' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('所选委托必须是待签名状态！');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '提交签名' }).disabled).toBe(false);
  });
});
