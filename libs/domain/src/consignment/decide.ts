import type { ConsignmentEvent } from '#events';
import { addAttachment, removeAttachment } from './attachments.js';
import { passAudit, rejectAudit, setLabConsignmentId } from './auditing.js';
import { setBill, storeBill } from './bill.js';
import type { ConsignmentCommand } from './commands.js';
import { changeTestingUnit, saveHeader, setMailNumber } from './editing.js';
import { opened } from './gate.js';
import { enterLaterStage, setActualFee } from './later-stages.js';
import { confirmSample, returnSample } from './receiving.js';
import { addMaterialSample, addSample, copySample, removeSamples, saveSample } from './samples.js';
import { notifyWitness, sign } from './signing.js';
import { copy, create } from './starting.js';
import type { Consignment, OpenConsignment } from './state.js';
import { commit } from './submitting.js';
import { dropUntouchedDraft } from './untouched-draft.js';
import { cancel, remove, reopen } from './withdrawing.js';

/** What a command leads to; each behaviour has a file of its own. @throws RuleBroken */
export const decide = (command: ConsignmentCommand, state: Consignment): ConsignmentEvent[] => {
  if (command.type === 'CreateConsignment') return create(command, state);
  if (command.type === 'CopyConsignment') return copy(command, state);
  if (command.type === 'DropUntouchedDraft') return dropUntouchedDraft(command, state);
  return decideOpen(command, opened(state));
};

type FurtherCommand = Exclude<
  ConsignmentCommand,
  { type: 'CreateConsignment' | 'CopyConsignment' | 'DropUntouchedDraft' }
>;

const decideOpen = (command: FurtherCommand, state: OpenConsignment): ConsignmentEvent[] => {
  switch (command.type) {
    case 'SaveHeader':
      return saveHeader(command, state);
    case 'ChangeTestingUnit':
      return changeTestingUnit(command, state);
    case 'SetMailNumber':
      return setMailNumber(command, state);
    case 'AddSample':
      return addSample(command, state);
    case 'SaveSample':
      return saveSample(command, state);
    case 'AddMaterialSample':
      return addMaterialSample(command, state);
    case 'CopySample':
      return copySample(command, state);
    case 'RemoveSamples':
      return removeSamples(command, state);
    case 'AddAttachment':
      return addAttachment(command, state);
    case 'RemoveAttachment':
      return removeAttachment(command, state);
    case 'Commit':
      return commit(command, state);
    case 'PassAudit':
      return passAudit(command, state);
    case 'RejectAudit':
      return rejectAudit(command, state);
    case 'ConfirmSample':
      return confirmSample(command, state);
    case 'ReturnSample':
      return returnSample(command, state);
    case 'Cancel':
      return cancel(command, state);
    case 'Reopen':
      return reopen(command, state);
    case 'Delete':
      return remove(command, state);
    case 'Sign':
      return sign(command, state);
    case 'NotifyWitness':
      return notifyWitness(command, state);
    case 'SetActualFee':
      return setActualFee(command, state);
    case 'SetBill':
      return setBill(command, state);
    case 'StoreBill':
      return storeBill(command, state);
    case 'SetLabConsignmentId':
      return setLabConsignmentId(command, state);
    case 'EnterLaterStage':
      return enterLaterStage(command, state);
  }
};
