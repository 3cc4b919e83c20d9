import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { getConsignmentCounts, getEnumValues, getProjectList, getRawMateriaConsignInfoList } from '#contract';
import '../i18n/language.js';
import ConsignmentListPage from '../screens/consignment-list/consignment-list-page.js';
import { renderFormPage } from '../testing/form-page.js';
import { renderConsole } from '../testing/render.js';
import { rowWith, statusNames } from '../testing/rows.js';
import ConsignmentFormScreen from './consignment-form.screen.js';

const page = renderFormPage(<ConsignmentFormScreen />);

describe('a received consignment', () => {
  it('CL-010 shows its actual fee and no input fields, and its row in the list opens the bill', async () => {
    await page.show({
      consignStatus: 60,
      consignStatusStr: '已收样',
      consignCode: 'W-1',
      actFee: '123.4',
      isConsignBillGened: true,
      ext_ConsignBillFile: '/bills/1.pdf',
    });
    expect([screen.getByText('实际费用合计'), screen.getByText('123.40')]).toHaveLength(2);
    expect(document.querySelectorAll('input, textarea, select')).toHaveLength(0);
    cleanup();

    const openedPaths: string[] = [];
    window.open = ((address: URL) => (openedPaths.push(address.pathname), null)) as unknown as typeof window.open;
    const row = rowWith({
      id: page.view.id,
      consignCode: 'W-1',
      consignStatus: 60,
      isConsignBillGened: true,
      actFee: '123.4',
    });
    page.server.respondWith(getRawMateriaConsignInfoList, { items: [row], totalCount: 1 });
    page.server.respondWith(getConsignmentCounts, { total: 1, byStatus: [] });
    page.server.respondWith(getEnumValues, statusNames);
    page.server.respondWith(getProjectList, { items: [], totalCount: 0 });
    renderConsole(<ConsignmentListPage kind="raw" />, { at: '/onlineConsign/rawMateriaConsignInfo' });
    const cells = within((await screen.findByRole('link', { name: 'W-1' })).closest('tr') as HTMLElement);
    await page.user.click(cells.getByRole('button', { name: '打印' }));
    await waitFor(() => expect(openedPaths).toEqual(['/bills/1.pdf']));
  });
});
