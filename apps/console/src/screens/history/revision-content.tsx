import { Button, Checkbox, TextArea } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useState } from 'react';
import { type HistoryChangeView, type HistoryState, type PersonInRevision, readHistoryPersons } from '#contract';
import { messageOf } from '#domain/rules';
import { PersonOfConsignment } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { openDialog } from '../../components/dialogs.js';
import { FailureNote } from '../../components/failure-note.js';
import { ReadOnlyFields, Field } from '../../components/field.js';
import { moneyText } from '../../components/money.js';
import { useSubmit } from '../../components/use-submit.js';
import { ConsignmentFacts } from '../../consignment/consignment-facts.js';
import { listSeparator, language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { fileSize } from '../../lib/file-size.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { partTexts } from './part.texts.js';
import { texts } from './texts.js';

/** Old and new value of one field, on amber; additions and removals are marked. */
export const FieldChange = ({ change }: { change: HistoryChangeView }) => {
  const t = useTexts(texts);
  const { how, old, new: newValue } = change;
  if (how === 'added')
    return (
      <span className="changed">
        <ins>
          <span aria-hidden>+ </span>
          <span className="only-heard">{t('added')} </span>
          {newValue}
        </ins>
      </span>
    );
  if (how === 'removed')
    return (
      <span className="changed">
        <span className="only-heard">{t('removed')} </span>
        <del>{old}</del>
      </span>
    );
  return (
    <span className="changed">
      {old === null ? <span className="muted">{t('nothing')}</span> : <del>{old}</del>}
      <ArrowRight size={12} aria-label={t('toNew')} />
      {newValue === null ? <span className="muted">{t('nothing')}</span> : <ins>{newValue}</ins>}
    </span>
  );
};

/** The changes of one part: the field's name in the form, and the change. */
const ChangeTable = ({ title, changes }: { title: string; changes: readonly HistoryChangeView[] }) => {
  const t = useTexts(texts);
  return (
    <table className="change-table" aria-label={title}>
      <colgroup>
        <col className="change-name" />
        <col />
      </colgroup>
      <thead className="only-heard">
        <tr>
          <th scope="col">{t('item')}</th>
          <th scope="col">{t('change')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.path} ${change.label} ${change.how}`}>
            <th scope="row">{change.name}</th>
            <td>
              <FieldChange change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** All changes, one heading per part, in the order of the form. */
export const ChangeList = ({ changes }: { changes: readonly HistoryChangeView[] }) => {
  const titles = [...new Set(changes.map(({ title }) => title))];
  return titles.map((title) => (
    <section key={title} className="change-part">
      <h3 className="dense strong">{title}</h3>
      <ChangeTable title={title} changes={changes.filter((change) => change.title === title)} />
    </section>
  ));
};

type Sample = HistoryState['samples'][number];

/** The consignment as it was, section by section; above each its changes. */
export const RevisionContent = ({ state, changes }: { state: HistoryState; changes: readonly HistoryChangeView[] }) => {
  const t = useTexts(texts);
  const { view, samples, attachments } = state;
  const changesOf = (part: HistoryChangeView['part'], sampleId: string | null = null) =>
    changes.filter((change) => change.part === part && change.sampleId === sampleId);
  const removedSamples = changes.filter(
    ({ part, sampleId }) => part === 'sample' && !samples.some(({ id }) => id === sampleId),
  );
  return (
    <>
      <Part title={t('basic')} changes={[...changesOf('progress'), ...changesOf('basic')]}>
        <ConsignmentFacts view={view} withTestUnit />
      </Part>
      <Part title={t('samples')} changes={removedSamples}>
        {samples.length === 0 && <p className="muted dense">{t('noSamples')}</p>}
        {samples.map((sample, index) => (
          <SampleOfRevision
            key={sample.id}
            sample={sample}
            index={index + 1}
            changes={changesOf('sample', sample.id)}
          />
        ))}
      </Part>
      <Part title={t('attachments')} changes={changesOf('attachments')}>
        {attachments.length === 0 ? (
          <p className="muted dense">{t('noAttachments')}</p>
        ) : (
          <ul className="files-then dense">
            {attachments.map(({ id, name, size, accessoryType }) => (
              <li key={id}>
                {name}{' '}
                <span className="aux muted numeric">{[accessoryType, fileSize(size)].filter(Boolean).join('　')}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {changesOf('signatures').length > 0 && (
        <Part title={changesOf('signatures')[0]?.title ?? ''} changes={changesOf('signatures')} />
      )}
      <p className="total-then numeric">
        {view.actFee !== null && (
          <span>
            {t('actual')} <b>{t('yuan', { amount: moneyText(view.actFee) })}</b>
          </span>
        )}
        {view.estimatedFee !== null && (
          <span>
            {t('total')} <b>{t('yuan', { amount: moneyText(view.estimatedFee) })}</b>
          </span>
        )}
      </p>
    </>
  );
};

const Part = ({
  title,
  changes,
  children,
}: {
  title: string;
  changes: readonly HistoryChangeView[];
  children?: React.ReactNode;
}) => (
  <section className="change-part">
    <h3 className="dense strong">{title}</h3>
    {changes.length > 0 && <ChangeTable title={title} changes={changes} />}
    {children}
  </section>
);

const SampleOfRevision = ({
  sample,
  index,
  changes,
}: {
  sample: Sample;
  index: number;
  changes: readonly HistoryChangeView[];
}) => {
  const t = useTexts(texts);
  const fees = sample.tuSampleParamIds.some(({ totalFee }) => totalFee !== null);
  const title = `${index} · ${sample.testUnitSampleName}`;
  return (
    <article className="sample-then">
      <h4 className="dense">{title}</h4>
      {changes.length > 0 && <ChangeTable title={title} changes={changes} />}
      <ReadOnlyFields
        columns={4}
        items={[
          [t('specification'), sample.specificationType],
          [t('groups'), t('nGroups', { n: sample.testGroupCount })],
          [t('part'), sample.testPart],
          [t('purpose'), sample.projectOrPurpose],
          [t('quantity'), [sample.sampleNum, sample.sampleNumUnit].filter(Boolean).join(' ')],
          ...(sample.testParamFee === null
            ? []
            : [[t('estimated'), t('yuan', { amount: moneyText(sample.testParamFee) })] as const]),
          ...(sample.memo ? [[t('memo'), sample.memo, 2] as const] : []),
        ]}
      />
      {sample.tuSampleParamIds.length === 0 ? (
        <p className="muted dense">{t(sample.isTestUnitConfirmTestParam ? 'leftToLab' : 'noParameters')}</p>
      ) : (
        <table className="data-table wrapping" aria-label={`${title} ${t('parameter')}`}>
          <thead>
            <tr>
              <th>{t('parameter')}</th>
              <th>{t('standards')}</th>
              <th className="right" style={{ width: 64 }}>
                {t('count')}
              </th>
              {fees && (
                <th className="right" style={{ width: 96 }}>
                  {t('fee')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {sample.tuSampleParamIds.map((parameter) => (
              <tr key={parameter.tuTestParamId}>
                <td>{parameter.tuTestParamName}</td>
                <td className="secondary">
                  {[
                    ...new Set(parameter.buSampleParamUseBaseStandard.map(({ baseStandardCode }) => baseStandardCode)),
                  ].join(listSeparator())}
                </td>
                <td className="right">{parameter.tuTestParamCount}</td>
                {fees && <td className="right">{parameter.totalFee === null ? '—' : moneyText(parameter.totalFee)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
};

const PARTS = PersonOfConsignment.options;
const REASON_LENGTH = 200;

/** Asks which persons and why, and shows them once the server has recorded that (ADR-019). The data are not cached. */
const PersonsDialog = ({ id, revision, onDone }: { id: string; revision: number; onDone(): void }) => {
  const t = useTexts(texts);
  const partText = useTexts(partTexts);
  const [parts, setParts] = useState<PersonOfConsignment[]>(['contact']);
  const [reason, setReason] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const [persons, setPersons] = useState<PersonInRevision[] | null>(null);
  const { failed, running, send } = useSubmit();
  const requestPersons = () => {
    setShowsProblems(true);
    if (reason.trim() === '' || parts.length === 0) return;
    void send(async () => {
      const body = { consignmentId: id, revision, parts, reason: reason.trim() };
      const { persons } = await withIdempotencyKey(`persons ${JSON.stringify(body)}`, (idempotencyKey) =>
        callOperation(readHistoryPersons, { body, idempotencyKey }),
      );
      setPersons(persons);
      return true;
    });
  };
  const toggle = (part: PersonOfConsignment) =>
    setParts((current) =>
      current.includes(part)
        ? current.filter((each) => each !== part)
        : PARTS.filter((each) => each === part || current.includes(each)),
    );
  if (persons) {
    return (
      <AppDialog
        title={t('personsTitle', { n: revision + 1 })}
        width={550}
        onClose={onDone}
        footer={<Button className="push" text={t('close')} onClick={onDone} />}
      >
        <div className="stack">
          <p className="note">{t('personsRecorded')}</p>
          {persons.map((person, index) => (
            <section key={index} aria-label={partText(person.part)}>
              <h3 className="dense">
                {partText(person.part)}
                {person.about && `　${person.about}`}
              </h3>
              <ReadOnlyFields
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
      onConfirm={requestPersons}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('persons')} loading={running} onClick={requestPersons} />
        </>
      }
    >
      <div className="stack">
        <div>{t('personsSentence')}</div>
        <Field
          group
          label={t('personsOf')}
          required
          error={showsProblems && parts.length === 0 ? t('personsMissing') : undefined}
        >
          <div className="person-parts">
            {PARTS.map((option) => (
              <Checkbox
                key={option}
                checked={parts.includes(option)}
                label={partText(option)}
                onChange={() => toggle(option)}
              />
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
          error={showsProblems && reason.trim() === '' ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
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

export const openUnmaskDialog = (id: string, revision: number): void =>
  void openDialog<void>((settle) => <PersonsDialog id={id} revision={revision} onDone={() => settle()} />);
