import { AttachmentSections } from '../samples/attachments/attachment-sections.js';
import { AuditPage, type AuditSlots } from '../screens/audit/audit.page.js';
import { ManualProcessing } from '../screens/manual-processing/manual-processing.panel.js';
import { SampleForm } from './sample-form.js';

const parts: AuditSlots = { SampleForm, ManualProcessing, Attachments: AttachmentSections };

/**
 * The audit view with the sample form, in which the laboratory completes what was left to it, and with manual
 * processing after the receipt.
 */
export default function AuditScreen() {
  return <AuditPage parts={parts} />;
}
