import type { Locator, Page } from '@playwright/test';
import { dialog, expect, tick } from './console.js';

/** 选择样品／检测参数: the tree at the left, parameters with standards and prices at the right; then the form of that sample. */
export class SampleDialog {
  readonly root: Locator;

  constructor(readonly page: Page) {
    this.root = dialog(page, /选择样品|选择检测参数/);
  }

  async chooseSample(name: string, loads = true): Promise<void> {
    await this.root.getByRole('textbox', { name: '样品名称，回车查询' }).fill(name);
    await this.page.keyboard.press('Enter');
    await this.root.getByRole('treeitem', { name, exact: true }).click();
    if (loads) await expect(this.parameters).toBeVisible();
  }

  get parameters(): Locator {
    return this.root.getByRole('table', { name: '检测参数' });
  }

  async chooseParameters(...names: string[]): Promise<void> {
    for (const name of names) await tick(this.root.getByRole('checkbox', { name: `选择${name}`, exact: true }));
  }

  async confirm(): Promise<void> {
    await this.root.getByRole('button', { name: /^确定/ }).click();
  }
}

/** The form of one sample, which opens when it was added. */
export class SampleForm {
  constructor(readonly page: Page) {}

  get groups(): Locator {
    return this.page.getByRole('spinbutton', { name: '检测组数' });
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: /^保存(样品|项目)$/ }).click();
  }
}
