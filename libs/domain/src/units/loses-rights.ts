import { sameId } from '../rules/same-id.js';
import { isBlank } from '../text/text.js';

/** What a testing unit works by: `held` are ids of qualifications of the catalogue. */
type Rights = {
  held: readonly string[];
  origins: readonly string[];
  embedOrigins?: readonly string[] | undefined;
  lmisType: number;
  lmisurl: string;
  lmisIntegratedCode: string;
};

/** Whether a change takes a qualification, a web origin, a page it is embedded in or the connection of its system from a testing unit; that is explained (002 UN-005, UN-009). */
export const losesRights = (before: Rights, after: Rights): boolean =>
  before.held.some((id) => !after.held.some((other) => sameId(id, other))) ||
  before.origins.some((origin) => !after.origins.includes(origin)) ||
  (before.embedOrigins ?? []).some((origin) => !after.embedOrigins?.includes(origin)) ||
  (before.lmisType > 0 && after.lmisType === 0) ||
  (['lmisurl', 'lmisIntegratedCode'] as const).some((member) => !isBlank(before[member]) && isBlank(after[member]));
