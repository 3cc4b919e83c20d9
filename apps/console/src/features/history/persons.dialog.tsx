import { messageOf } from '#domain';
import { Button, Checkbox, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { type PersonShown, readHistoryPersons } from '#contract';
import { PersonOfConsignment } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Facts, Field } from '../../components/field.js';
import { useSending } from '../../components/use-sending.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { partTexts } from './part.texts.js';
import { texts } from './texts.js';
import { FailureNote } from '../../components/failure-note.js';

const PARTS = PersonOfConsignment.options;
const REASON_LENGTH = 200;

/** Asks for whom and why, and shows who they are once the server has put that on record (ADR-019). Nothing of it is kept. */
const PersonsDialog = ({ id, revision, onDone }: { id: string; revision: number; onDone(): void }) => {
  const t = useTexts(texts);
  const part = useTexts(partTexts);
  const [parts, setParts] = useState<PersonOfConsignment[]>(['contact']);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [shown, setShown] = useState<PersonShown[] | null>(null);
  const { failed, running, send } = useSending();
  const ask = () => {
    setTried(true);
    if (reason.trim() === '' || parts.length === 0) return;
    void send(async () => {
      const body = { consignmentId: id, revision, parts, reason: reason.trim() };
      const { persons } = await underOneKey(`persons ${JSON.stringify(body)}`, (idempotencyKey) =>
        call(readHistoryPersons, { body, idempotencyKey }),
      );
      setShown(persons);
      return true;
    });
  };
  const toggle = (one: PersonOfConsignment) =>
    setParts((now) =>
      now.includes(one)
        ? now.filter((each) => each !== one)
        : PARTS.filter((each) => each === one || now.includes(each)),
    );
  if (shown) {
    return (
      <AppDialog
        title={t('personsTitle', { n: revision + 1 })}
        width={550}
        onClose={onDone}
        footer={<Button className="push" text={t('close')} onClick={onDone} />}
      >
        <div className="stack">
          <p className="note">{t('personsRecorded')}</p>
          {shown.map((person, place) => (
            <section key={place} aria-label={part(person.part)}>
              <h3 className="dense">
                {part(person.part)}
                {person.about && `　${person.about}`}
              </h3>
              <Facts
                items={[
                  [t('personName'), person.name],
                  [
                    t('personPhone'),
                    <span key="phone" className="numeric">
                      {person.phone}
                    </span>,
                  ],
                  [t('personCard'), person.cardNo],
                ]}
              />
            </section>
          ))}
        </div>
      </AppDialog>
    );
  }
  return (
    <AppDialog
      title={t('personsTitle', { n: revision + 1 })}
      width={400}
      hasUnsavedInput={reason !== ''}
      onClose={() => !running && onDone()}
      onConfirm={ask}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('persons')} loading={running} onClick={ask} />
        </>
      }
    >
      <div className="stack">
        <div>{t('personsSentence')}</div>
        <Field
          group
          label={t('personsOf')}
          required
          error={tried && parts.length === 0 ? t('personsMissing') : undefined}
        >
          <div className="person-parts">
            {PARTS.map((one) => (
              <Checkbox key={one} checked={parts.includes(one)} label={part(one)} onChange={() => toggle(one)} />
            ))}
          </div>
        </Field>
        <Field
          label={t('reason')}
          required
          aside={
            <span className="numeric">
              {reason.length} / {REASON_LENGTH}
            </span>
          }
          error={tried && reason.trim() === '' ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
        >
          <TextArea
            fill
            className="remark"
            value={reason}
            maxLength={REASON_LENGTH}
            placeholder={t('reasonHint')}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

export const askForPersons = (id: string, revision: number): void =>
  void askWith<void>((settle) => <PersonsDialog id={id} revision={revision} onDone={() => settle()} />);
