import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAllUnit,
  NOTICE_TYPES,
  noticeCreate,
  noticeDelete,
  noticeGetAll,
  type NoticeRow,
  noticeSend,
  noticeUpdate,
  noticeWithdraw,
} from '#contract';
import { NOTICE_LIMITS, noticeProblems } from '#domain/notices';
import { openActionDialog } from '../../components/action-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { openChangeHistory } from '../../components/change-history/change-history.dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { ReadOnlyFields, Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import '../../components/formatted-text.css';
import { RichTextField } from '../../components/rich-text-editor/rich-text-field.js';
import { RichText } from '../../components/rich-text.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/china-time.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

type Draft = {
  title: string;
  content: string;
  noticeType: (typeof NOTICE_TYPES)[number];
  send: boolean;
  /** Null: all users of the platform. */ testUnitId: string | null;
};
const typeOf = (row: NoticeRow | null) => NOTICE_TYPES.find((type) => type === row?.noticeType) ?? 0;

/** The possible recipients: the administrator chooses; a laboratory writes to its own people. */
const useUnits = (enabled: boolean) =>
  useQuery({
    ...queryOptionsOf(getAllUnit, { currPage: 1, maxPage: 1000 }),
    enabled,
    staleTime: 60_000,
    meta: { quiet: true },
  }).data?.items ?? [];

type NoticeInput = {
  existing: NoticeRow | null;
  /** The administrator writes to all users or to one testing unit. */ choosesUnit: boolean;
};

const NoticeDialog = ({ existing, choosesUnit, onDone }: NoticeInput & { onDone(): void }) => {
  const t = useTexts(texts);
  const chooses = choosesUnit && existing === null;
  const units = useUnits(chooses);
  const [initialDraft] = useState<Draft>({
    title: existing?.title ?? '',
    content: existing?.content ?? '',
    noticeType: typeOf(existing),
    send: true,
    testUnitId: null,
  });
  const save = ({ send, testUnitId, ...patch }: Draft) =>
    withIdempotencyKey(
      `notice ${JSON.stringify([existing?.id, existing?.revision, patch, send, testUnitId])}`,
      (idempotencyKey) =>
        existing
          ? callOperation(noticeUpdate, {
              body: { id: existing.id, ...patch },
              ifMatch: existing.revision,
              idempotencyKey,
            })
          : callOperation(noticeCreate, {
              body: { ...patch, send, ...(testUnitId === null ? {} : { testUnitId }) },
              idempotencyKey,
            }),
    );
  const handleDone = () => {
    onDone();
    void invalidateOperations(noticeGetAll);
  };
  return (
    <FormDialog
      title={t(existing ? 'editTitle' : 'add')}
      initial={initialDraft}
      problemsOf={(draft: Draft) => noticeProblems(draft)}
      save={save}
      onDone={handleDone}
    >
      {(notice, change, problemAt) => (
        <div className="stack">
          <div className="form-grid">
            <Field label={t('noticeTitle')} required className="span-2" error={problemAt('title')}>
              <InputGroup
                fill
                intent={problemAt('title') ? 'danger' : 'none'}
                maxLength={NOTICE_LIMITS.title}
                value={notice.title}
                onValueChange={(title) => change({ title })}
              />
            </Field>
            <Field label={t('type')}>
              <HTMLSelect
                value={notice.noticeType}
                options={NOTICE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
                onChange={(event) =>
                  change({ noticeType: NOTICE_TYPES.find((type) => String(type) === event.currentTarget.value) ?? 0 })
                }
              />
            </Field>
            {chooses && (
              <Field label={t('to')} className="span-all">
                <HTMLSelect
                  value={notice.testUnitId ?? ''}
                  options={[
                    { value: '', label: t('everybody') },
                    ...units.map(({ id, testUnitName }) => ({ value: id, label: testUnitName })),
                  ]}
                  onChange={(event) => change({ testUnitId: event.currentTarget.value || null })}
                />
              </Field>
            )}
          </div>
          <Field label={t('content')} required group error={problemAt('content')}>
            <RichTextField
              label={t('content')}
              value={initialDraft.content}
              invalid={problemAt('content') !== undefined}
              onChange={(content) => change({ content })}
            />
          </Field>
          {!existing && (
            <Checkbox
              className="check"
              checked={notice.send}
              label={t('sendNow')}
              onChange={(event) => change({ send: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
    </FormDialog>
  );
};

const NoticeView = ({ notice, onDone }: { notice: NoticeRow; onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={t('viewTitle')}
      width={800}
      onClose={onDone}
      canOutsideClickClose
      footer={<Button className="push" text={t('close')} onClick={onDone} />}
    >
      <div className="stack">
        <ReadOnlyFields
          items={[
            [t('noticeTitle'), notice.title, 2],
            [t('noticeNo'), notice.noticeNo],
            [t('to'), notice.testUnitName || t('everybody')],
            [t('sender'), notice.rySendUserNameFriendly],
            [t('sendTime'), notice.sendTime && dateTime(notice.sendTime)],
          ]}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard */}
        <div className="formatted-text framed" role="region" aria-label={t('content')} tabIndex={0}>
          <RichText html={notice.content} links />
        </div>
      </div>
    </AppDialog>
  );
};

/** Writes a notice, or changes an existing one, unless somebody changed it meanwhile. */
export const openNoticeDialog = (input: NoticeInput): Promise<void> =>
  openDialog<void>((settle) => <NoticeDialog {...input} onDone={() => settle()} />);
export const openNotice = (notice: NoticeRow): Promise<void> =>
  openDialog<void>((settle) => <NoticeView notice={notice} onDone={() => settle()} />);

/** Publishes or withdraws a notice after a question. */
export const confirmSendNotice = async ({ id, revision, title, testUnitName }: NoticeRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'sendTitle'),
    sentence: textOf(texts, 'sendSentence', { title, to: testUnitName || textOf(texts, 'everybody') }),
    run: () =>
      withIdempotencyKey(`send notice ${id} ${revision}`, (idempotencyKey) =>
        callOperation(noticeSend, { body: { id }, ifMatch: revision, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'wasSent'));
  await invalidateOperations(noticeGetAll);
};

export const confirmWithdrawNotice = async ({ id, revision, title }: NoticeRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'withdrawTitle'),
    sentence: textOf(texts, 'withdrawSentence', { title }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: NOTICE_LIMITS.reason },
    run: (reason) =>
      withIdempotencyKey(`withdraw notice ${id} ${revision} ${reason}`, (idempotencyKey) =>
        callOperation(noticeWithdraw, { body: { id, reason }, ifMatch: revision, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'wasWithdrawn'));
  await invalidateOperations(noticeGetAll);
};

export const confirmDeleteNotice = async ({ id, revision, title, sendTime }: NoticeRow): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: textOf(texts, 'deleteTitle'),
    sentence: textOf(texts, 'deleteSentence', { title }),
    intent: 'danger',
    ...(sendTime !== ''
      ? { reason: { label: textOf(texts, 'deleteReason'), required: true, maxLength: NOTICE_LIMITS.reason } }
      : {}),
    run: (reason) =>
      withIdempotencyKey(`delete notice ${id} ${revision} ${reason}`, (idempotencyKey) =>
        callOperation(noticeDelete, { query: { id, reason }, ifMatch: revision, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(textOf(texts, 'deleted'));
  await invalidateOperations(noticeGetAll);
};

/** The text key of a kind of notice; an unknown kind is an announcement. */
export const noticeKindKey = (noticeType: number): 'type.0' | 'type.1' | 'type.2' =>
  noticeType === 1 ? 'type.1' : noticeType === 2 ? 'type.2' : 'type.0';

const LABELS = {
  title: 'noticeTitle',
  noticeType: 'type',
  content: 'content',
  noticeNo: 'noticeNo',
  testUnitName: 'to',
} as const;

/** Who wrote, changed, published or withdrew a notice, and why (NT-001). */
export const openNoticeHistory = ({ id, title }: NoticeRow): Promise<void> =>
  openChangeHistory({
    kind: 'notice',
    id,
    name: title,
    labelOf: (field) => (field in LABELS ? textOf(texts, LABELS[field as keyof typeof LABELS]) : null),
    valueTextOf: (field, value) =>
      field === 'noticeType' && value !== '' ? textOf(texts, noticeKindKey(Number(value))) : value,
  });
