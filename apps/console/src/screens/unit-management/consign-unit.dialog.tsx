import { addConsginUnit, type ConsignUnit, getConsginUnitListBySys, updateConsginUnit } from '#contract';
import { openDialog } from '../../components/dialogs.js';
import { FormDialog } from '../../components/form-dialog.js';
import { AddressList } from '../../components/units/address-list.js';
import { ConsigningUnitIdentity, OwnConsigningUnitFields } from '../../components/units/consigning-unit-fields.js';
import { LogoField } from '../../components/units/logo-field.js';
import { consignUnitPatch, newConsignUnit, consignUnitProblems } from '../../components/units/unit-drafts.js';
import { texts as units } from '../../components/units/unit.texts.js';
import { useTexts } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { invalidateOperations } from '../../lib/list-query.js';
import { withIdempotencyKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

const ConsignUnitDialog = ({ shown, onDone }: { shown: ConsignUnit | null; onDone(): void }) => {
  const t = useTexts(texts);
  const u = useTexts(units);
  const first = shown ?? newConsignUnit();
  const save = (draft: ConsignUnit) => {
    const body = consignUnitPatch(first, draft);
    return withIdempotencyKey(`consign unit ${JSON.stringify([shown?.id, draft])}`, (idempotencyKey) =>
      shown
        ? callOperation(updateConsginUnit, { body: { id: shown.id, ...body }, ifMatch: draft.revision, idempotencyKey })
        : callOperation(addConsginUnit, { body, idempotencyKey }),
    );
  };
  const done = () => {
    onDone();
    void invalidateOperations(getConsginUnitListBySys);
  };
  return (
    <FormDialog
      title={t(shown ? 'editConsign' : 'addConsign')}
      first={first}
      problemsOf={consignUnitProblems}
      save={save}
      onDone={done}
    >
      {(unit, onChange, wrongWith) => (
        <div className="unit-form">
          <ConsigningUnitIdentity unit={unit} onChange={onChange} wrongWith={wrongWith} />
          <OwnConsigningUnitFields unit={unit} onChange={onChange} wrongWith={wrongWith} />
          <section>
            <h3 className="form-subtitle">{u('unitPlaces')}</h3>
            <AddressList
              addresses={unit.addresses}
              onChange={(addresses) => onChange({ addresses })}
              wrongWith={(place) => wrongWith(`addresses.${place}`)}
            />
          </section>
          {shown && (
            <section>
              <h3 className="form-subtitle">{u('logoPath')}</h3>
              <LogoField unitType={2} unitId={shown.id} logoPath={unit.logoPath} onChanged={onChange} />
            </section>
          )}
        </div>
      )}
    </FormDialog>
  );
};

/** Adds a consigning unit, or changes the one that was shown, if nobody changed it meanwhile. */
export const openConsignUnitDialog = (shown: ConsignUnit | null): Promise<void> =>
  openDialog<void>((settle) => <ConsignUnitDialog shown={shown} onDone={() => settle()} />);
