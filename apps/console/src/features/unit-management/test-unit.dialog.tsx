import { addTestUnit, getAllUnit, getUnitDetail, type TestUnit, testUnitGetAll, updateTestUnit } from '#contract';
import { askWith } from '../../components/dialogs.js';
import { FormDialog } from '../../components/form-dialog.js';
import { DeliveryAddresses, Identity, OwnTestingUnitFields, PlatformTestingUnitFields } from '../../components/units/testing-unit-fields.js';
import { Qualifications } from '../../components/units/qualifications.js';
import { LogoField } from '../../components/units/logo-field.js';
import { texts as units } from '../../components/units/unit.texts.js';
import { changedTestUnit, newTestUnit, problemsOfTestUnit } from '../../components/units/unit-drafts.js';
import { useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

const TestUnitDialog = ({ shown, onDone }: { shown: TestUnit | null; onDone(): void }) => {
  const t = useTexts(texts);
  const u = useTexts(units);
  const first = shown ?? newTestUnit();
  const save = (draft: TestUnit) => {
    const body = changedTestUnit(first, draft);
    return underOneKey(`test unit ${JSON.stringify([shown?.id, draft])}`, (idempotencyKey) =>
      shown ? call(updateTestUnit, { body: { id: shown.id, ...body }, ifMatch: draft.revision, idempotencyKey }) : call(addTestUnit, { body, idempotencyKey }));
  };
  const done = () => {
    onDone();
    void changed(testUnitGetAll, getAllUnit, getUnitDetail);
  };
  return (
    <FormDialog title={t(shown ? 'editTest' : 'addTest')} first={first} problemsOf={problemsOfTestUnit} save={save} onDone={done}>
      {(unit, onChange, wrongWith) => (
        <div className="unit-form">
          <Identity unit={unit} onChange={onChange} wrongWith={wrongWith} isNew={shown === null} />
          <OwnTestingUnitFields unit={unit} onChange={onChange} wrongWith={wrongWith} />
          <section><h3 className="form-subtitle">{u('held')}</h3><Qualifications unit={unit} onChange={onChange} /></section>
          <section><h3 className="form-subtitle">{u('places')}</h3><DeliveryAddresses unit={unit} onChange={onChange} wrongWith={wrongWith} /></section>
          <PlatformTestingUnitFields unit={unit} onChange={onChange} wrongWith={wrongWith} isNew={shown === null} />
          {shown && <section><h3 className="form-subtitle">{u('logoPath')}</h3><LogoField unitType={1} unitId={shown.id} logoPath={unit.logoPath} onChanged={onChange} /></section>}
        </div>
      )}
    </FormDialog>
  );
};

/** Adds a testing unit, or changes the one that was shown, if nobody changed it meanwhile. */
export const askTestUnit = (shown: TestUnit | null): Promise<void> => askWith<void>((settle) => <TestUnitDialog shown={shown} onDone={() => settle()} />);
