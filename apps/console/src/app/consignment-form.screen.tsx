import { AttachmentSections } from '../features/attachments/attachment-sections.js';
import { ConsignmentFormPage } from '../features/consignment-form/consignment-form.page.js';
import type { FormParts } from '../features/consignment-form/parts.js';
import { OrganisationDialog } from '../features/parties/organisation.dialog.js';
import { ProjectDialog } from '../features/parties/project.dialog.js';
import { AddSampleDialog } from '../features/samples/add-sample.dialog.js';
import { RequirementsDialog } from '../features/samples/requirements.dialog.js';
import { WitnessDialog } from '../features/witness/witness.dialog.js';
import { SampleForm } from './sample-form.js';

const parts: FormParts = {
  OrganisationDialog,
  ProjectDialog,
  WitnessDialog,
  AddSampleDialog,
  SampleEditor: SampleForm,
  Attachments: AttachmentSections,
  RequirementsDialog,
};

/** The consignment form with the dialogs of the features it uses: features never import each other, the app joins them. */
export default function ConsignmentFormScreen() {
  return <ConsignmentFormPage parts={parts} />;
}
