import type { Locator, Page } from '@playwright/test';
import { expect, tick } from './console.js';

export const RAW_LIST = '/onlineConsign/rawMateriaConsignInfo';
export const INCOMING_LIST = '/BusinessManagement/preManagement';

/** The list of consignments, the client's own or the laboratory's incoming ones. */
export class ConsignmentList {
  constructor(readonly page: Page) {}

  /** The row of a consignment by its number. */
  row(code: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('link', { name: code, exact: true }) });
  }

  async expectStatus(code: string, name: string): Promise<void> {
    await expect(this.row(code)).toContainText(name);
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: '预委托编号、工程项目、检测内容' }).fill(text);
  }

  async select(...codes: string[]): Promise<void> {
    for (const code of codes) await tick(this.page.getByRole('checkbox', { name: `选择 ${code}` }));
  }

  async openMenu(code: string): Promise<Locator> {
    await this.page.getByRole('button', { name: `${code} 的操作` }).click();
    return this.page.getByRole('menu');
  }

  /** The actions a row's menu allows now, sorted. */
  async readAllowedActions(row: Locator): Promise<string[]> {
    await row.getByRole('button', { name: /的操作$/ }).click();
    const actions = this.page.getByRole('menuitem');
    await expect(actions.first()).toBeVisible();
    const allowed = await actions.evaluateAll((items) =>
      items
        .filter((item) => item.getAttribute('aria-disabled') !== 'true')
        .map((item) => item.querySelector('.bp6-fill')?.textContent ?? ''),
    );
    await this.page.keyboard.press('Escape');
    await expect(this.page.getByRole('menu')).toBeHidden();
    return allowed.sort();
  }

  /** An action of the row's menu. */
  async choose(code: string, action: string): Promise<void> {
    await (await this.openMenu(code)).getByRole('menuitem', { name: action }).click();
  }
}
