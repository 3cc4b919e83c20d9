import { InputGroup } from '@blueprintjs/core';
import { addTestUnit, getAllUnit, getUnitDetail, type TestUnit, testUnitGetAll, updateTestUnit } from '#contract';
import { type Problem, problem } from '#domain/rules';
import { removesRights, UNIT_LIMITS } from '#domain/units';
import { UNIT_TYPE } from '#events';
import { openDialog } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { FormDialog } from '../../components/form-dialog.js';
import { LogoField } from '../../components/units/logo-field.js';
import {
  DeliveryAddresses,
  Identity,
  OwnTestingUnitFields,
  PlatformTestingUnitFields,
  Qualifications,
} from '../../components/units/testing-unit-fields.js';
import { testUnitPatch, newTestUnit, testUnitProblems } from '../../components/units/unit-drafts.js';
import { texts as unitTexts } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { texts } from './texts.js';

type Draft = TestUnit & { reason: string };
const rightsOf = ({ tuQualification, ...unit }: TestUnit) => ({
  ...unit,
  qualificationIds: tuQualification.map(({ sysQualificationId }) => sysQualificationId),
});

const TestUnitDialog = ({ existing, onDone }: { existing: TestUnit | null; onDone(): void }) => {
  const t = useTexts(texts);
  const u = useTexts(unitTexts);
  const initialDraft: Draft = { ...(existing ?? newTestUnit()), reason: '' };
  const hasRemovedRights = (draft: Draft) => existing !== null && removesRights(rightsOf(existing), rightsOf(draft));
  const problemsOf = (draft: Draft): Problem[] => [
    ...testUnitProblems(draft),
    ...(hasRemovedRights(draft) && draft.reason.trim() === '' ? [problem('REASON_REQUIRED', {}, 'reason')] : []),
  ];
  const save = (draft: Draft) => {
    const body = testUnitPatch(initialDraft, draft);
    return withIdempotencyKey(`test unit ${JSON.stringify([existing?.id, draft])}`, (idempotencyKey) =>
      existing
        ? callOperation(updateTestUnit, {
            body: { id: existing.id, ...body, ...(hasRemovedRights(draft) ? { reason: draft.reason } : {}) },
            ifMatch: draft.revision,
            idempotencyKey,
          })
        : callOperation(addTestUnit, { body, idempotencyKey }),
    );
  };
  const handleDone = () => {
    onDone();
    void invalidateOperations(testUnitGetAll, getAllUnit, getUnitDetail);
  };
  return (
    <FormDialog
      title={t(existing ? 'editTest' : 'addTest')}
      initial={initialDraft}
      problemsOf={problemsOf}
      save={save}
      onDone={handleDone}
    >
      {(unit, onChange, problemAt) => (
        <div className="unit-form">
          <Identity unit={unit} onChange={onChange} problemAt={problemAt} isNew={existing === null} />
          <OwnTestingUnitFields unit={unit} onChange={onChange} problemAt={problemAt} />
          <section>
            <h3 className="form-subtitle">{u('held')}</h3>
            <Qualifications unit={unit} onChange={onChange} />
          </section>
          <section>
            <h3 className="form-subtitle">{u('places')}</h3>
            <DeliveryAddresses unit={unit} onChange={onChange} problemAt={problemAt} />
          </section>
          <PlatformTestingUnitFields unit={unit} onChange={onChange} problemAt={problemAt} />
          {hasRemovedRights(unit) && (
            <Field label={t('rightsReason')} required error={problemAt('reason')} hint={t('rightsTaken')}>
              <InputGroup
                fill
                maxLength={UNIT_LIMITS.reason}
                value={unit.reason}
                onValueChange={(reason) => onChange({ reason })}
              />
            </Field>
          )}
          {existing && (
            <section>
              <h3 className="form-subtitle">{u('logoPath')}</h3>
              <LogoField
                unitType={UNIT_TYPE.laboratory}
                unitId={existing.id}
                logoPath={unit.logoPath}
                onChanged={onChange}
              />
            </section>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Adds a testing unit, or changes an existing one, unless somebody changed it meanwhile. */
export const openTestUnitDialog = (existing: TestUnit | null): Promise<void> =>
  openDialog<void>((settle) => <TestUnitDialog existing={existing} onDone={() => settle()} />);
