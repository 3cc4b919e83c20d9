import type { UserAccount } from '#contract';
import { askChanges } from '../../components/change-history/change-history.dialog.js';
import { textOf } from '../../i18n/texts.js';
import { roleLabel } from './role-label.js';
import { texts } from './texts.js';
import { comma } from '../../i18n/comma.js';

const LABELS = {
  userName: 'userName',
  name: 'name',
  mobile: 'mobile',
  emailAddress: 'email',
  unitName: 'unit',
  roles: 'roles',
  isActive: 'active',
  description: 'description',
  thirdParties: 'thirdParties',
  isUnitManager: 'isUnitManager',
} as const;

/** Who changed what of an account, from which value to which, and why (US-003). */
export const askUserHistory = ({ id, userName }: UserAccount): Promise<void> =>
  askChanges({
    kind: 'user',
    id,
    name: userName,
    labelOf: (field) => (field in LABELS ? textOf(texts, LABELS[field as keyof typeof LABELS]) : null),
    wordOf: (field, value) => (field === 'roles' ? value.split('、').map(roleLabel).join(comma()) : value),
  });
