import { AuditPage, type AuditParts } from '../features/audit/audit.page.js';
import { CompleteParametersDialog } from '../features/samples/complete-parameters.dialog.js';

const parts: AuditParts = { CompleteParametersDialog };

/** The audit view with the samples feature's dialog for what was left to the institution. */
export default function AuditScreen() {
  return <AuditPage parts={parts} />;
}
