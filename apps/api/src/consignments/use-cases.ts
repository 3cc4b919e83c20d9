import type { Type } from '@nestjs/common';
import { CancelConsignments } from './cancel-consignments.js';
import { ChangeTestingUnit } from './change-testing-unit.js';
import { CommitConsignments } from './commit-consignments.js';
import { ConfirmSamples } from './confirm-samples.js';
import { CopyConsignment } from './copy-consignment.js';
import { CountConsignments } from './count-consignments.js';
import { CreateConsignment } from './create-consignment.js';
import { DeleteConsignments } from './delete-consignments.js';
import { EnterLaterStage } from './enter-later-stage.js';
import { GetAllowedActions } from './get-allowed-actions.js';
import { GetAppointment } from './get-appointment.js';
import { GetAppointmentChoices } from './get-appointment-choices.js';
import { GetChanges } from './get-changes.js';
import { GetConsignment } from './get-consignment.js';
import { GetDefaults } from './get-defaults.js';
import { GetLog } from './get-log.js';
import { GetSignImages } from './get-sign-images.js';
import { ListConsignments } from './list-consignments.js';
import { NotifyWitnesses } from './notify-witnesses.js';
import { PassAudit } from './pass-audit.js';
import { RejectAudit } from './reject-audit.js';
import { ReopenConsignment } from './reopen-consignment.js';
import { ReturnSamples } from './return-samples.js';
import { SaveConsignment } from './save-consignment.js';
import { SetActualFee } from './set-actual-fee.js';
import { SetBill } from './set-bill.js';
import { SetMailNumber } from './set-mail-number.js';
import { SignConsignments } from './sign-consignments.js';

export const consignmentUseCases: Type[] = [
  CreateConsignment,
  GetConsignment,
  SaveConsignment,
  ChangeTestingUnit,
  CopyConsignment,
  GetDefaults,
  CommitConsignments,
  CancelConsignments,
  ReopenConsignment,
  DeleteConsignments,
  PassAudit,
  RejectAudit,
  ConfirmSamples,
  ReturnSamples,
  SetMailNumber,
  EnterLaterStage,
  SetActualFee,
  SetBill,
  SignConsignments,
  GetSignImages,
  NotifyWitnesses,
  GetAppointment,
  GetAppointmentChoices,
  GetAllowedActions,
  GetLog,
  GetChanges,
  ListConsignments,
  CountConsignments,
];
