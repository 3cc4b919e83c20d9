import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { lazy, Suspense } from 'react';
import { NOTICE_TYPES, noticeCreate, noticeGetAll, type NoticeRow, noticeUpdate } from '#contract';
import { NOTICE_LIMITS, noticeProblems } from '#domain';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Facts, Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import '../../components/formatted-text.css';
import { RichText } from '../../components/rich-text.js';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

/** Editing text costs half the console again: it comes when somebody writes. */
const RichTextEditor = lazy(() => import('../../components/rich-text-editor/rich-text-editor.js'));

type Draft = { title: string; content: string; noticeType: (typeof NOTICE_TYPES)[number]; send: boolean };
const typeOf = (row: NoticeRow | null) => NOTICE_TYPES.find((type) => type === row?.noticeType) ?? 0;

const NoticeDialog = ({ shown, onDone }: { shown: NoticeRow | null; onDone(): void }) => {
  const t = useTexts(texts);
  const first: Draft = { title: shown?.title ?? '', content: shown?.content ?? '', noticeType: typeOf(shown), send: true };
  const save = ({ send, ...typed }: Draft) =>
    underOneKey(`notice ${JSON.stringify([shown?.id, shown?.revision, typed, send])}`, (idempotencyKey) =>
      shown ? call(noticeUpdate, { body: { id: shown.id, ...typed }, ifMatch: shown.revision, idempotencyKey }) : call(noticeCreate, { body: { ...typed, send }, idempotencyKey }));
  const done = () => {
    onDone();
    void changed(noticeGetAll);
  };
  return (
    <FormDialog title={t(shown ? 'editTitle' : 'add')} first={first} problemsOf={(draft: Draft) => noticeProblems(draft)} save={save} onDone={done}>
      {(notice, change, wrongWith) => (
        <div className="stack">
          <div className="form-grid">
            <Field label={t('noticeTitle')} required className="span-2" error={wrongWith('title')}><InputGroup fill intent={wrongWith('title') ? 'danger' : 'none'} maxLength={NOTICE_LIMITS.title} value={notice.title} onValueChange={(title) => change({ title })} /></Field>
            <Field label={t('type')}><HTMLSelect value={notice.noticeType} options={NOTICE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))} onChange={(event) => change({ noticeType: NOTICE_TYPES.find((type) => String(type) === event.currentTarget.value) ?? 0 })} /></Field>
          </div>
          <Field label={t('content')} required group error={wrongWith('content')}>
            <Suspense fallback={<div className="rich-text-editor" role="status" aria-label={t('loadingEditor')} />}>
              <RichTextEditor label={t('content')} value={first.content} invalid={wrongWith('content') !== undefined} onChange={(content) => change({ content })} />
            </Suspense>
          </Field>
          {!shown && <Checkbox className="check" checked={notice.send} label={t('sendNow')} onChange={(event) => change({ send: event.currentTarget.checked })} />}
        </div>
      )}
    </FormDialog>
  );
};

const NoticeView = ({ shown, onDone }: { shown: NoticeRow; onDone(): void }) => {
  const t = useTexts(texts);
  return (
    <AppDialog title={t('viewTitle')} width={800} onClose={onDone} canOutsideClickClose footer={<Button className="push" text={t('close')} onClick={onDone} />}>
      <div className="stack">
        <Facts items={[[t('noticeTitle'), shown.title, 2], [t('noticeNo'), shown.noticeNo], [t('to'), shown.testUnitName || t('everybody')], [t('sender'), shown.rySendUserNameFriendly], [t('sendTime'), shown.sendTime && dateTime(shown.sendTime)]]} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that scrolls must be reachable by keyboard */}
        <div className="formatted-text framed" role="region" aria-label={t('content')} tabIndex={0}><RichText html={shown.content} links /></div>
      </div>
    </AppDialog>
  );
};

/** Writes a notice, or changes the one shown, if nobody changed it meanwhile. */
export const askNotice = (shown: NoticeRow | null): Promise<void> => askWith<void>((settle) => <NoticeDialog shown={shown} onDone={() => settle()} />);
export const showNotice = (shown: NoticeRow): Promise<void> => askWith<void>((settle) => <NoticeView shown={shown} onDone={() => settle()} />);
