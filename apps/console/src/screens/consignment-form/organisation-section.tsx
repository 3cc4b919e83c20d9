import { Button, HTMLSelect } from '@blueprintjs/core';
import { Office } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sameId } from '#domain/rules';
import { CONSIGN_TYPE } from '#events';
import { Card, ReadOnlyFields, Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { useBranding } from '../../lib/branding.js';
import { embeddedUnit } from '../../lib/embedding.js';
import { addressLine, useUnitAddresses } from './form-values.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

type Props = {
  draft: Draft;
  onChoose(): void;
  /**
   * Assigns the unit of this console to the consignment; false if that failed. Absent: there is no consignment to
   * change.
   */
  onTied?(testUnitId: string): Promise<boolean>;
};

/**
 * A console of one testing unit, by its web origin or by the laboratory system that embeds it, has no choice: a draft
 * without samples goes to that unit by itself (NAV-018, CF-008). One with samples keeps its unit, because changing it
 * would delete them.
 */
const useTiedUnit = ({ base }: Draft, onTied: Props['onTied']): { name: string } | null => {
  const brand = useBranding();
  const [params] = useSearchParams();
  const unit = embeddedUnit(params) ?? (brand && { id: brand.testUnitId, name: brand.testUnitName });
  const tiedUnitId = unit?.id ?? null;
  const requestedConsignmentId = useRef<string | null>(null);
  const isElsewhere =
    tiedUnitId !== null && !sameId(base.testUnitId, tiedUnitId) && base.consignCode === '' && base.samples.length === 0;
  useEffect(() => {
    if (!isElsewhere || !onTied || requestedConsignmentId.current === base.id) return;
    requestedConsignmentId.current = base.id;
    void onTied(tiedUnitId);
  }, [isElsewhere, tiedUnitId, base.id, onTied]);
  return unit;
};

/**
 * Section 1: the testing organisation, locked once there is a code; for raw material the delivery address (CF-002,
 * CL-030).
 */
export const OrganisationSection = ({ draft, onChoose, onTied }: Props) => {
  const t = useTexts(texts);
  const { base, form } = draft;
  const tied = useTiedUnit(draft, onTied);
  const addresses = useUnitAddresses(base.consignType === CONSIGN_TYPE.rawMaterial ? base.testUnitId : null);
  const addressId = form.watch('testUnitAddressId');
  const address = addresses.find(({ id }) => id === addressId);
  const error = form.formState.errors.testUnitId?.message;
  const locked = base.consignCode !== '';
  const choose = (id: string) => {
    const selection = addresses.find((candidate) => candidate.id === id);
    form.setValue('testUnitAddressId', selection ? id : null, { shouldDirty: true });
    form.setValue('testUnitAddressDetail', selection ? addressLine(selection) : '', { shouldDirty: true });
  };
  const extra = tied ? undefined : locked ? (
    <span className="aux muted">{t('locked')}</span>
  ) : (
    base.testUnitId && (
      <>
        {base.samples.length > 0 && (
          <span className="aux muted only-wide">
            {t(base.consignType === CONSIGN_TYPE.rawMaterial ? 'changeClears' : 'changeClearsItems', {
              count: base.samples.length,
            })}
          </span>
        )}
        <Button size="small" variant="outlined" text={t('change')} data-field="testUnitId" onClick={onChoose} />
      </>
    )
  );
  return (
    <div data-section="organisation">
      <Card
        title={
          <>
            <span className="section-number">1</span>
            {t('organisation')}
          </>
        }
        extra={extra}
      >
        {base.testUnitId ? (
          base.consignType === CONSIGN_TYPE.rawMaterial ? (
            <div className="organisation-facts">
              <ReadOnlyFields columns={2} items={[[t('testUnit'), <b key="unit">{base.testUnitName}</b>, 2]]} />
              <Field label={t('receivingAddress')}>
                <HTMLSelect
                  name="testUnitAddressId"
                  value={addressId ?? ''}
                  options={[
                    ...(address
                      ? []
                      : [{ value: addressId ?? '', label: form.watch('testUnitAddressDetail') || t('notChosen') }]),
                    ...addresses.map((option) => ({ value: option.id, label: addressLine(option) })),
                  ]}
                  onChange={(event) => choose(event.currentTarget.value)}
                />
              </Field>
              <ReadOnlyFields
                columns={2}
                items={[
                  [
                    t('receivingContact'),
                    address ? `${address.tagTitle} ${address.person}　${address.personPhone}` : '',
                    2,
                  ],
                ]}
              />
            </div>
          ) : (
            <ReadOnlyFields items={[[t('testUnit'), <b key="unit">{base.testUnitName}</b>]]} />
          )
        ) : tied ? (
          <ReadOnlyFields items={[[t('testUnit'), <b key="unit">{tied.name}</b>]]} />
        ) : (
          <div className="row wide wrap">
            <Button
              intent="primary"
              variant="outlined"
              icon={<Office />}
              text={t('chooseOrganisation')}
              data-field="testUnitId"
              data-first
              aria-invalid={error ? true : undefined}
              onClick={onChoose}
            />
            <span className={`dense ${error ? 'danger-text' : 'secondary'}`} role={error ? 'alert' : undefined}>
              {error ?? t('noOrganisation')}
            </span>
          </div>
        )}
      </Card>
    </div>
  );
};
