import { Button, HTMLSelect } from '@blueprintjs/core';
import { Office } from '@blueprintjs/icons';
import { Card, Facts, Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { addressLine, useUnitAddresses } from './testing-unit.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

/** Section 1: the testing organisation, locked once there is a code; for raw material the delivery address (CF-002, CL-030). */
export const OrganisationSection = ({ draft, onChoose }: { draft: Draft; onChoose(): void }) => {
  const t = useTexts(texts);
  const { base, form } = draft;
  const addresses = useUnitAddresses(base.testUnitId, base.testUnitName);
  const addressId = form.watch('testUnitAddressId');
  const address = addresses.find(({ id }) => id === addressId);
  const error = form.formState.errors.testUnitId?.message;
  const locked = base.consignCode !== '';
  const choose = (id: string) => {
    const chosen = addresses.find((one) => one.id === id);
    form.setValue('testUnitAddressId', chosen ? id : null, { shouldDirty: true });
    form.setValue('testUnitAddressDetail', chosen ? addressLine(chosen) : '', { shouldDirty: true });
  };
  const extra = locked ? <span className="aux muted">{t('locked')}</span> : base.testUnitId && <>
    {base.samples.length > 0 && <span className="aux muted only-wide">{t('changeClears', { count: base.samples.length })}</span>}
    <Button size="small" variant="outlined" text={t('change')} data-field="testUnitId" onClick={onChoose} />
  </>;
  return (
    <div data-section="organisation">
      <Card title={<><span className="section-number">1</span>{t('organisation')}</>} extra={extra}>
        {base.testUnitId ? (
          base.consignType === 1 ? (
            <div className="organisation-facts">
              <Facts columns={2} items={[[t('testUnit'), <b key="unit">{base.testUnitName}</b>, 2]]} />
              <Field label={t('receivingAddress')}>
                <HTMLSelect name="testUnitAddressId" value={addressId ?? ''} options={[...(address ? [] : [{ value: addressId ?? '', label: form.watch('testUnitAddressDetail') || t('notChosen') }]), ...addresses.map((one) => ({ value: one.id, label: addressLine(one) }))]} onChange={(event) => choose(event.currentTarget.value)} />
              </Field>
              <Facts columns={2} items={[[t('receivingContact'), address ? `${address.tagTitle} ${address.person}　${address.personPhone}` : '', 2]]} />
            </div>
          ) : <Facts items={[[t('testUnit'), <b key="unit">{base.testUnitName}</b>]]} />
        ) : (
          <div className="row wide wrap">
            <Button intent="primary" variant="outlined" icon={<Office />} text={t('chooseOrganisation')} data-field="testUnitId" data-first aria-invalid={error ? true : undefined} onClick={onChoose} />
            <span className={`dense ${error ? 'danger-text' : 'secondary'}`} role={error ? 'alert' : undefined}>{error ?? t('noOrganisation')}</span>
          </div>
        )}
      </Card>
    </div>
  );
};
