import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** `part`: a selector of what alone is examined; `rules`: names of the rules that alone are held to. */
type ExaminationScope = { part?: string; rules?: string[] };

/** Nothing on the page, or in a part of it, that axe calls serious or critical. */
export const expectAccessible = async (
  page: Page,
  screen: string,
  { part, rules }: ExaminationScope = {},
): Promise<void> => {
  // Legacy mode examines the page without opening another one for it: there is no frame of another origin. A third of
  // the time.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  const severeViolations = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect
    .soft(
      severeViolations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`).join('\n  ')}`,
      ),
      screen,
    )
    .toEqual([]);
};
