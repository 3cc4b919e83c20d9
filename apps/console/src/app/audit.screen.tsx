import { AttachmentSections } from '../features/attachments/attachment-sections.js';
import { AuditPage, type AuditParts } from '../features/audit/audit.page.js';
import { HandWork } from '../features/handwork/hand-work.panel.js';
import { CompleteParametersDialog } from '../features/samples/complete-parameters.dialog.js';

const parts: AuditParts = { CompleteParametersDialog, HandWork, Attachments: AttachmentSections };

/** The audit view with the samples feature's dialog for what was left to the institution, and what is done by hand after the receipt. */
export default function AuditScreen() {
  return <AuditPage parts={parts} />;
}
