import { Button } from '@blueprintjs/core';
import { Cross, ArrowRight, Error as ErrorIcon, TickCircle } from '@blueprintjs/icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ConsignmentView, ProjectRow } from '#contract';
import { witnessesToText } from '#domain/consignment';
import { messageOf } from '#domain/rules';
import { CONSIGN_TYPE } from '#events';
import { toastWarning } from '../../components/toaster.js';
import { displayedFee, isFlagOn, showsSampleFees } from '../../consignment/statuses.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { useSaveShortcut } from '../../lib/use-save-shortcut.js';
import { useUser } from '../../lib/session.js';
import { useUnsaved } from '../../lib/view.js';
import { Card } from '../../components/field.js';
import { BasicSection, projectHint } from './basic-section.js';
import { DraftOffer } from './drafts/drafts.js';
import { useAutosave } from './drafts/use-autosave.js';
import { FormFooter, FormHeader, RejectionNotice, LabSystemNotice, useFormTab } from './form-header.js';
import type { FormProblem } from './form-problems.js';
import {
  type FieldName,
  type FormValues,
  listPathOf,
  useProject,
  useQualifications,
  toWitnessRows,
} from './form-values.js';
import { useReconcile } from './merge/use-reconcile.js';
import { OrganisationSection } from './organisation-section.js';
import type { FormSlots, WitnessSide } from './parts.js';
import { PriceDetailDialog } from './price-detail.dialog.js';
import { useSampleHost } from './sample-host.js';
import { SamplesSection } from './samples-section.js';
import { SectionRail } from './section-rail.js';
import { texts } from './texts.js';
import { focusProblem, useDraft } from './use-draft.js';
import { sampleFlagsOf, type PreviewProblem, useSubmissionPreview, useFormMutations } from './use-writes.js';

/** The problems that block the submission, one per line; a line leads to its place. */
const ChecksSection = ({ problems, onGo }: { problems: readonly FormProblem[]; onGo(problem: FormProblem): void }) => {
  const t = useTexts(texts);
  return (
    <div data-section="checks">
      <Card
        title={
          <>
            <span className="section-number">7</span>
            {t('checks')}
          </>
        }
      >
        {problems.length === 0 ? (
          <div className="row dense">
            <TickCircle size={16} className="check-ok" />
            {t('allClear')}
          </div>
        ) : (
          <>
            <p className="dense secondary">{t('checkIntro')}</p>
            <ul className="check-list">
              {problems.map((problem) => (
                <li key={`${problem.field ?? problem.section}-${problem.message}`}>
                  <button type="button" onClick={() => onGo(problem)}>
                    <ErrorIcon size={14} />
                    <span className="grow">{problem.message}</span>
                    <span className="aux muted nowrap">{t(problem.section)}</span>
                    <ArrowRight size={14} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
    </div>
  );
};

type Dialog = 'organisation' | 'project' | 'owner' | 'supervision' | 'sample' | 'prices' | 'requirements';

/** The editable form: sections, rail, footer and their dialogs. */
export const EditConsignment = ({ newest, parts }: { newest: ConsignmentView; parts: FormSlots }) => {
  const t = useTexts(texts);
  const user = useUser();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const problemIndex = useRef(-1);

  const qualifications = useQualifications(newest.testUnitId, {
    id: newest.tuqualificationId,
    name: newest.tuqualificationName,
  });
  const draft = useDraft(newest, qualifications.nameOf);
  const { base, form } = draft;
  const serverProblems = useSubmissionPreview(base, draft.problems.length === 0);
  const problems: (FormProblem | PreviewProblem)[] = [...draft.problems, ...serverProblems];
  const { mark } = draft;
  useEffect(() => mark(serverProblems), [mark, serverProblems]);
  const { isDirty } = form.formState;
  const project = useProject(form.watch('projectId'), form.watch('projectName'));
  const parties = project && { constructionJzunit: project.constructionJzunit, jzunit: project.jzunit };
  const focus = useCallback((problem: FormProblem) => focusProblem(form, scroller.current, problem), [form]);
  const autosave = useAutosave(draft);
  const { reconcile, reloaded, dismiss } = useReconcile(draft, qualifications.nameOf);
  const writes = useFormMutations({ draft, focus, openSample: (id) => goTo(id), reconcile, flush: autosave.flush });
  useUnsaved(params.has('sample') ? null : isDirty);
  useFormTab(base, true);

  useSaveShortcut(() => void writes.save(), !params.has('sample'));

  const sampleId = params.get('sample');
  const openedSampleId = useRef(sampleId);
  useEffect(() => {
    // Returns the focus to the row of the sample that was open.
    if (sampleId === null && openedSampleId.current !== null)
      scroller.current?.querySelector<HTMLElement>(`[data-row="${openedSampleId.current}"] .text-link`)?.focus();
    openedSampleId.current = sampleId;
  }, [sampleId]);

  const config = base.testUnitConfig;
  const host = useSampleHost(base, true);
  const put = (values: Partial<FormValues>) => {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as FieldName, value as FormValues[FieldName], {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
  };
  const chooseProject = (project: ProjectRow) => {
    const units = { constructionJzunit: project.constructionJzunit, jzunit: project.jzunit };
    put({
      projectId: project.id,
      projectName: project.projectName,
      ...(isFlagOn(config, 'IsEnableProjectContractSectName')
        ? { contractSectName: project.contractSectName ?? '' }
        : {}),
      ...(project.constructionUnit ? { constructionUnit: project.constructionUnit } : {}),
      ...(form.getValues('needWitnessUnit') ? units : {}),
    });
  };
  const saveWitnesses = (side: 'owner' | 'supervision', { unit, witnesses, needSign }: WitnessSide) => {
    const { person, cardNo, phone } = witnessesToText(witnesses);
    put(
      side === 'owner'
        ? {
            constructionJzunit: unit,
            constructionJzperson: person,
            constructionJzcardNo: cardNo,
            constructionJzphone: phone,
            needConstructionWitnessPersonSign: needSign,
          }
        : { jzunit: unit, jhperson: person, jzcardNo: cardNo, jzphone: phone, needWitnessPersonSign: needSign },
    );
  };
  /** VA-015 and VA-016, in their order, for the content of the form. */
  const addingBlocked = (): string | null => {
    const values = form.getValues();
    if (!base.testUnitId) return messageOf('TESTING_UNIT_NEEDED', {}, language());
    if (!values.tuqualificationId) return messageOf('QUALIFICATION_NEEDED', {}, language());
    return isFlagOn(config, 'isConsignSingleSample') && base.samples.length > 0
      ? messageOf('SINGLE_SAMPLE_UNIT', {}, language())
      : null;
  };
  const addSample = async () => {
    const blocked = addingBlocked();
    if (blocked) return toastWarning(blocked);
    // The server knows only the saved qualification, so a first one is saved before samples depend on it.
    if (!base.tuqualificationName && !(await writes.storeFirst())) return;
    setDialog('sample');
  };
  const goTo = (sample: string | null) =>
    setParams((current) => {
      current.delete('sample');
      if (sample) current.set('sample', sample);
      return current;
    });
  const goToNextProblem = () => {
    problemIndex.current = (problemIndex.current + 1) % problems.length;
    const next = problems[problemIndex.current];
    if (next) goToProblem(next);
  };
  const goToProblem = (problem: FormProblem | PreviewProblem) =>
    'openSampleId' in problem && problem.openSampleId !== null ? goTo(problem.openSampleId) : focus(problem);
  const goToSection = (section: string, first: FormProblem | undefined) => {
    if (first && section !== 'checks') return goToProblem(first);
    scroller.current?.querySelector(`[data-section="${section}"]`)?.scrollIntoView({ block: 'start' });
  };
  const close = () => setDialog(null);
  const people = toWitnessRows(form.getValues());
  const reread = async () => {
    await draft.reread();
  };

  if (sampleId) {
    return (
      <>
        <parts.SampleEditor
          key={sampleId}
          host={host}
          sampleId={sampleId}
          readOnly={false}
          onClose={() => goTo(null)}
          onSaved={reread}
          onStale={() => void writes.onStale()}
          onAddNext={() => {
            goTo(null);
            void addSample();
          }}
          {...(addingBlocked() === null ? { onCopied: goTo } : {})}
        />
      </>
    );
  }
  return (
    <>
      <FormHeader
        view={base}
        editing
        isDirty={isDirty}
        savedAt={autosave.savedAt}
        onRequirements={() => setDialog('requirements')}
      />
      <div className="page-body form-layout">
        <SectionRail
          scroller={scroller}
          problems={problems}
          rawMaterial={base.consignType === CONSIGN_TYPE.rawMaterial}
          hasExtra={base.consignInfoProperties.some(({ visible }) => visible)}
          onGo={goToSection}
        />
        <div className="form-sections" ref={scroller}>
          <RejectionNotice view={base} editing />
          {autosave.offer && (
            <DraftOffer
              draft={draft}
              offer={autosave.offer}
              settle={autosave.settle}
              qualificationNameOf={qualifications.nameOf}
            />
          )}
          {reloaded && (
            <div className="note info draft-offer" role="status">
              <span className="grow">{reloaded}</span>
              <Button size="small" variant="minimal" icon={<Cross />} aria-label={t('close')} onClick={dismiss} />
            </div>
          )}
          {draft.isStale && (
            <div className="note warning draft-offer">
              <span className="grow">{t('staleNote')}</span>
              <Button size="small" variant="outlined" text={t('compare')} onClick={() => void writes.onStale()} />
            </div>
          )}
          {qualifications.failure && (
            <LabSystemNotice
              error={qualifications.failure.error}
              onAgain={() => void qualifications.failure?.retry()}
            />
          )}
          <OrganisationSection draft={draft} onChoose={() => setDialog('organisation')} onTied={writes.changeUnit} />
          <BasicSection
            draft={draft}
            qualifications={qualifications.options}
            showsSectName={isFlagOn(config, 'IsEnableProjectContractSectName')}
            parties={parties}
            projectNameHint={project ? projectHint(project, isFlagOn(config, 'IsEnableProjectContractSectName')) : ''}
            onChooseProject={() => setDialog('project')}
            onWitnesses={setDialog}
          />
          <SamplesSection
            draft={draft}
            showsFee={showsSampleFees(base)}
            flags={sampleFlagsOf(serverProblems)}
            addingBlocked={addingBlocked}
            onAdd={() => void addSample()}
            onOpen={goTo}
            run={writes.run}
          />
          <parts.Attachments view={base} editable onChanged={draft.follow} />
          <ChecksSection problems={problems} onGo={goToProblem} />
        </div>
      </div>
      <FormFooter
        fee={displayedFee(base)}
        problems={problems.length}
        running={writes.running}
        onDetail={() => setDialog('prices')}
        onWalk={goToNextProblem}
        onBack={() => void navigate(listPathOf(base.consignType, user))}
        onSave={() => void writes.save()}
        onSubmit={() => void writes.submit()}
      />
      {dialog === 'organisation' && (
        <parts.OrganisationDialog
          currentId={base.testUnitId}
          sampleCount={base.samples.length}
          onClose={close}
          onChosen={(unit) => writes.changeUnit(unit.id)}
        />
      )}
      {dialog === 'project' && (
        <parts.ProjectDialog
          currentId={form.getValues('projectId')}
          showsSectName={isFlagOn(config, 'IsEnableProjectContractSectName')}
          onClose={close}
          onChosen={chooseProject}
        />
      )}
      {(dialog === 'owner' || dialog === 'supervision') && (
        <parts.WitnessDialog
          side={dialog}
          otherWitnesses={dialog === 'owner' ? people.supervision : people.owner}
          mayChangeNeed={isFlagOn(config, 'IsEnableConsignSign')}
          onClose={close}
          onSaved={(side) => saveWitnesses(dialog, side)}
          initial={
            dialog === 'owner'
              ? {
                  unit: form.getValues('constructionJzunit'),
                  witnesses: people.owner,
                  needSign: form.getValues('needConstructionWitnessPersonSign'),
                }
              : {
                  unit: form.getValues('jzunit'),
                  witnesses: people.supervision,
                  needSign: form.getValues('needWitnessPersonSign'),
                }
          }
        />
      )}
      {dialog === 'sample' && (
        <parts.AddSampleDialog
          host={host}
          onClose={close}
          onStale={() => void writes.onStale()}
          onAdded={(id) => {
            close();
            void reread().then(() => goTo(id));
          }}
        />
      )}
      {dialog === 'prices' && <PriceDetailDialog consignId={base.id} onClose={close} />}
      {dialog === 'requirements' && (
        <parts.RequirementsDialog samples={base.samples} testUnitId={base.testUnitId} onClose={close} />
      )}
    </>
  );
};
