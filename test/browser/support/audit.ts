import type { Locator, Page } from '@playwright/test';

export const auditPath = (id: string, pageSource = 4): string =>
  `/BusinessManagement/auditConsignInfo?id=${id}&consignType=1&pageSource=${pageSource}`;

/** The laboratory's audit view. */
export class AuditView {
  constructor(readonly page: Page) {}

  action(name: '审核通过' | '审核不通过' | '确认收样' | '退回样品'): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get opinion(): Locator {
    return this.page.getByRole('textbox', { name: /审核意见|收样意见/ });
  }
}
