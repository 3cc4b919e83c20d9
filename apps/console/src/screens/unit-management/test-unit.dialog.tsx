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
  held: tuQualification.map(({ sysQualificationId }) => sysQualificationId),
});

const TestUnitDialog = ({ shown, onDone }: { shown: TestUnit | null; onDone(): void }) => {
  const t = useTexts(texts);
  const u = useTexts(unitTexts);
  const first: Draft = { ...(shown ?? newTestUnit()), reason: '' };
  const takesAway = (draft: Draft) => shown !== null && removesRights(rightsOf(shown), rightsOf(draft));
  const problemsOf = (draft: Draft): Problem[] => [
    ...testUnitProblems(draft),
    ...(takesAway(draft) && draft.reason.trim() === '' ? [problem('REASON_REQUIRED', {}, 'reason')] : []),
  ];
  const save = (draft: Draft) => {
    const body = testUnitPatch(first, draft);
    return withIdempotencyKey(`test unit ${JSON.stringify([shown?.id, draft])}`, (idempotencyKey) =>
      shown
        ? callOperation(updateTestUnit, {
            body: { id: shown.id, ...body, ...(takesAway(draft) ? { reason: draft.reason } : {}) },
            ifMatch: draft.revision,
            idempotencyKey,
          })
        : callOperation(addTestUnit, { body, idempotencyKey }),
    );
  };
  const done = () => {
    onDone();
    void invalidateOperations(testUnitGetAll, getAllUnit, getUnitDetail);
  };
  return (
    <FormDialog
      title={t(shown ? 'editTest' : 'addTest')}
      first={first}
      problemsOf={problemsOf}
      save={save}
      onDone={done}
    >
      {(unit, onChange, wrongWith) => (
        <div className="unit-form">
          <Identity unit={unit} onChange={onChange} wrongWith={wrongWith} isNew={shown === null} />
          <OwnTestingUnitFields unit={unit} onChange={onChange} wrongWith={wrongWith} />
          <section>
            <h3 className="form-subtitle">{u('held')}</h3>
            <Qualifications unit={unit} onChange={onChange} />
          </section>
          <section>
            <h3 className="form-subtitle">{u('places')}</h3>
            <DeliveryAddresses unit={unit} onChange={onChange} wrongWith={wrongWith} />
          </section>
          <PlatformTestingUnitFields unit={unit} onChange={onChange} wrongWith={wrongWith} isNew={shown === null} />
          {takesAway(unit) && (
            <Field label={t('rightsReason')} required error={wrongWith('reason')} hint={t('rightsTaken')}>
              <InputGroup
                fill
                maxLength={UNIT_LIMITS.reason}
                value={unit.reason}
                onValueChange={(reason) => onChange({ reason })}
              />
            </Field>
          )}
          {shown && (
            <section>
              <h3 className="form-subtitle">{u('logoPath')}</h3>
              <LogoField
                unitType={UNIT_TYPE.laboratory}
                unitId={shown.id}
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

/** Adds a testing unit, or changes the one that was shown, if nobody changed it meanwhile. */
export const openTestUnitDialog = (shown: TestUnit | null): Promise<void> =>
  openDialog<void>((settle) => <TestUnitDialog shown={shown} onDone={() => settle()} />);
