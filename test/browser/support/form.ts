import type { Locator, Page } from '@playwright/test';
import { dialog, expect, tick } from './console.js';
import { SampleDialog } from './sample-dialog.js';

export const formPath = (id: string): string => `/onlineConsign/addConsignInfo?id=${id}`;

/** The consignment form while it may be edited. */
export class ConsignmentForm {
  constructor(readonly page: Page) {}

  text(label: string): Locator {
    // A text with suggestions is a combobox.
    return this.page
      .getByRole('textbox', { name: label, exact: true })
      .or(this.page.getByRole('combobox', { name: label, exact: true }));
  }

  number(label: string): Locator {
    return this.page.getByRole('spinbutton', { name: label, exact: true });
  }

  comboBox(label: string): Locator {
    return this.page.getByRole('combobox', { name: label, exact: true });
  }

  radio(group: string, option: string): Locator {
    return this.page.getByRole('group', { name: group }).getByText(option, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async expectOpen(): Promise<void> {
    await expect(this.saveButton).toBeVisible();
  }

  get saveButton(): Locator {
    return this.page.getByRole('button', { name: /^保存( Ctrl S)?$/ });
  }

  save(): Promise<void> {
    return this.saveButton.click();
  }

  submit(): Promise<void> {
    return this.button('保存并提交').click();
  }

  /** Section 1: picks a testing unit in its dialog, or another one than before. */
  async chooseOrganisation(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^(选择检测单位|更换)$/ }).click();
    const picker = dialog(this.page, '选择检测单位');
    await picker.getByRole('textbox', { name: '机构名称' }).fill(name);
    await picker.getByRole('button', { name: '查询' }).click();
    await picker.getByRole('radio', { name }).check();
    await picker.getByRole('button', { name: /^(选择|更换)检测单位$/ }).click();
    await expect(picker).toBeHidden();
  }

  /** Picks a project by its name and, where names are shared, by its description. */
  async chooseProject(name: string, description = name): Promise<void> {
    await this.button('选择工程项目').click();
    const picker = dialog(this.page, '选择工程项目');
    await picker
      .getByRole('row')
      .filter({ hasText: name })
      .filter({ hasText: description })
      .first()
      .getByRole('radio')
      .check();
    await picker.getByRole('button', { name: '选择工程项目' }).click();
    await expect(picker).toBeHidden();
  }

  async openSampleDialog(): Promise<SampleDialog> {
    await this.button('添加样品').first().click();
    return new SampleDialog(this.page);
  }

  get samples(): Locator {
    return this.page.getByRole('table', { name: '样品列表' });
  }

  sample(name: string): Locator {
    return this.samples.getByRole('row').filter({ hasText: name });
  }

  async selectSample(name: string): Promise<void> {
    await tick(this.samples.getByRole('checkbox', { name: `选择${name}` }).first());
  }
}
