import { AttachmentSections } from '../features/attachments/attachment-sections.js';
import { AuditPage, type AuditParts } from '../features/audit/audit.page.js';
import { HandWork } from '../features/handwork/hand-work.panel.js';
import { SampleForm } from './sample-form.js';

const parts: AuditParts = { SampleForm, HandWork, Attachments: AttachmentSections };

/** The audit view with the sample form, in which what was left to the institution is completed, and what is done by hand after the receipt. */
export default function AuditScreen() {
  return <AuditPage parts={parts} />;
}
