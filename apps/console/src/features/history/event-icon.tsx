import {
  Annotation,
  Cross,
  CrossCircle,
  Document,
  Draw,
  Dollar,
  Duplicate,
  Edit,
  Endorsed,
  Envelope,
  FloppyDisk,
  Import,
  Notifications,
  Paperclip,
  People,
  Plus,
  Redo,
  SendMessage,
  SwapHorizontal,
  TickCircle,
  Trash,
  Undo,
} from '@blueprintjs/icons';
import type { FC } from 'react';
import type { HistoryRow } from '#contract';
import type { EventFacts } from '#domain';

type Look = { icon: FC<{ size?: number }>; tone: 'plain' | 'moved' | 'accepted' | 'sentBack' };

const LOOKS: Record<EventFacts['type'], Look> = {
  ConsignmentCreated: { icon: Document, tone: 'plain' },
  ConsignmentCopied: { icon: Duplicate, tone: 'plain' },
  ConsignmentSaved: { icon: FloppyDisk, tone: 'plain' },
  TestingUnitChanged: { icon: SwapHorizontal, tone: 'plain' },
  SampleAdded: { icon: Plus, tone: 'plain' },
  SampleSaved: { icon: Edit, tone: 'plain' },
  SampleRemoved: { icon: Trash, tone: 'plain' },
  ConsignmentCommitted: { icon: SendMessage, tone: 'moved' },
  AuditPassed: { icon: Endorsed, tone: 'accepted' },
  AuditRejected: { icon: CrossCircle, tone: 'sentBack' },
  SampleConfirmed: { icon: Import, tone: 'accepted' },
  SampleReturned: { icon: CrossCircle, tone: 'sentBack' },
  ConsignmentCancelled: { icon: Undo, tone: 'moved' },
  ConsignmentReopened: { icon: Redo, tone: 'moved' },
  ConsignmentDeleted: { icon: Cross, tone: 'moved' },
  UntouchedDraftDropped: { icon: Cross, tone: 'moved' },
  MailNumberSet: { icon: Envelope, tone: 'plain' },
  WitnessNotified: { icon: Notifications, tone: 'plain' },
  SignatureRequested: { icon: Draw, tone: 'plain' },
  ConsignmentSigned: { icon: Draw, tone: 'accepted' },
  ActualFeeSet: { icon: Dollar, tone: 'plain' },
  BillGenerated: { icon: TickCircle, tone: 'accepted' },
  BillStored: { icon: TickCircle, tone: 'plain' },
  LabConsignmentIdSet: { icon: Annotation, tone: 'plain' },
  AttachmentAdded: { icon: Paperclip, tone: 'plain' },
  AttachmentRemoved: { icon: Trash, tone: 'plain' },
  LaterStageEntered: { icon: Annotation, tone: 'moved' },
};

/** The sign of an event on the timeline: blue moved it on, green accepted it, red sent it back (DESIGN 12). */
export const EventIcon = ({ row }: { row: Pick<HistoryRow, 'facts' | 'sendsBack' | 'isAboutWitnesses'> }) => {
  const { icon, tone } = LOOKS[row.facts.type];
  const Icon = row.isAboutWitnesses ? People : icon;
  return (
    <span className="event-icon" data-tone={row.sendsBack ? 'sentBack' : tone} aria-hidden>
      <Icon size={13} />
    </span>
  );
};
