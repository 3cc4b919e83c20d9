import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing on the page that axe calls serious or critical. */
export const expectAccessible = async (page: Page, screen: string): Promise<void> => {
  // Legacy mode examines the page without opening another one for it: there is no frame of another origin. A third of the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect.soft(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`).join('\n  ')}`), screen).toEqual([]);
};
