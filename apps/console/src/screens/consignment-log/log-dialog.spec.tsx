import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getConsignLog } from '#contract';
import '../../i18n/language.js';
import { dateTime } from '../../lib/china-time.js';
import { renderConsole } from '../../testing/render.js';
import { stubServer } from '../../testing/stub-server.js';
import { showLog } from './log-dialog.js';

afterEach(cleanup);

const step = (curStep: string, nextStep: string, exeUserName: string, exeTime: string, exeDescription: string) => ({
  foreignTable: '',
  foreignKey: '',
  workFlowName: '',
  workFlowNameDisplay: '',
  exeType: '',
  curStep,
  nextStep,
  exeUserName,
  exeTime,
  exeDescription,
});
const steps = [
  step('填写中', '待审核', '陈志远', '2026-11-18T01:00:00.000Z', '首次提交'),
  step('待审核', '审核不通过', '周敏', '2026-11-18T02:00:00.000Z', '缺少取样单'),
  step('审核不通过', '待审核', '陈志远', '2026-11-18T03:00:00.000Z', '已补充'),
];

describe('the consignment log', () => {
  it('SH-018 DG-010 shows time, operator, status change and comment of each step, and closes with its button', async () => {
    const server = stubServer();
    server.respondWith(getConsignLog, steps);
    renderConsole(<div />);
    act(() => showLog({ id: '0190c3a2-0000-7000-8000-000000000001', code: 'TU001-2026-00001' }));
    await screen.findByText('首次提交');
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))).toEqual(
      steps.map((step) => [
        dateTime(step.exeTime),
        step.exeUserName,
        `${step.curStep} → ${step.nextStep}`,
        step.exeDescription,
      ]),
    );
    expect(within(screen.getByRole('table')).queryByText('通过检测机构系统')).toBeNull();
    expect(server.requestsTo(getConsignLog)[0]?.query).toEqual({ consignId: '0190c3a2-0000-7000-8000-000000000001' });
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('marks the step that was done through the laboratory system', async () => {
    stubServer().respondWith(getConsignLog, [
      ...steps,
      { ...step('待审核', '待收样', '周敏', '2026-11-18T04:00:00.000Z', '通过'), via: 'labSystem' as const },
    ]);
    renderConsole(<div />);
    act(() => showLog({ id: '0190c3a2-0000-7000-8000-000000000001', code: 'TU001-2026-00001' }));
    const mark = await screen.findByText('通过检测机构系统');
    expect(mark.closest('tr')?.textContent).toContain('待审核 → 待收样');
    expect(screen.getAllByText('通过检测机构系统')).toHaveLength(1);
  });
});
