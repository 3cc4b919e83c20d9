import { AttachmentSections } from '../samples/attachments/attachment-sections.js';
import { ConsignmentFormPage } from '../screens/consignment-form/consignment-form.page.js';
import type { FormSlots } from '../screens/consignment-form/parts.js';
import { OrganisationDialog } from '../screens/consignment-form/parties/organisation.dialog.js';
import { ProjectDialog } from '../screens/consignment-form/parties/project.dialog.js';
import { AddSampleDialog } from '../samples/selection/sample-selection.dialog.js';
import { RequirementsDialog } from '../samples/editor/requirements.js';
import { WitnessDialog } from '../screens/consignment-form/witness/witness.dialog.js';
import { SampleForm } from './sample-form.js';

const parts: FormSlots = {
  OrganisationDialog,
  ProjectDialog,
  WitnessDialog,
  AddSampleDialog,
  SampleEditor: SampleForm,
  Attachments: AttachmentSections,
  RequirementsDialog,
};

/**
 * The consignment form with the dialogs of the features it uses: features never import each other, the app joins them.
 */
export default function ConsignmentFormScreen() {
  return <ConsignmentFormPage parts={parts} />;
}
