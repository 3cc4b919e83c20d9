import { Button, HTMLSelect, InputGroup, Radio } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import type { UnitAddressEntity } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { Field } from '../field.js';
import { AreaInput } from './area-select.js';
import { texts } from './unit.texts.js';
import './units.css';

type Props = {
  addresses: readonly UnitAddressEntity[];
  onChange(addresses: UnitAddressEntity[]): void;
  /** What is wrong with the address at an index. */ problemAt(index: number): string | undefined;
};

const newAddress = (isMain: boolean): UnitAddressEntity => ({
  id: crypto.randomUUID(),
  person: '',
  personSex: '',
  personPhone: '',
  addressPoint: '',
  addressText: '',
  addressDetail: '',
  tagTitle: '',
  isMain,
});

/** Addresses of a unit: any number, exactly one of them the main one. */
export const AddressList = ({ addresses, onChange, problemAt }: Props) => {
  const t = useTexts(texts);
  const update = (index: number, some: Partial<UnitAddressEntity>) =>
    onChange(addresses.map((address, position) => (position === index ? { ...address, ...some } : address)));
  const makeMain = (index: number) =>
    onChange(addresses.map((address, position) => ({ ...address, isMain: position === index })));
  const remove = (index: number) => {
    const remaining = addresses.filter((_, position) => position !== index);
    onChange(
      remaining.some(({ isMain }) => isMain)
        ? remaining
        : remaining.map((address, position) => ({ ...address, isMain: position === 0 })),
    );
  };
  return (
    <div className="unit-addresses">
      {addresses.length === 0 && <span className="muted">{t('noAddresses')}</span>}
      {addresses.map((address, index) => {
        const number = index + 1;
        const text = (member: 'tagTitle' | 'addressDetail' | 'person' | 'personPhone') => (
          <Field label={t(member)} required={member === 'addressDetail'}>
            <InputGroup
              fill
              value={address[member]}
              maxLength={200}
              onValueChange={(value) => update(index, { [member]: value })}
            />
          </Field>
        );
        return (
          <section key={address.id} className="unit-address" aria-label={t('addressNumber', { number })}>
            <div className="row">
              <span className="dense strong">{t('addressNumber', { number })}</span>
              <Radio className="check" label={t('isMain')} checked={address.isMain} onChange={() => makeMain(index)} />
              <Button
                className="push"
                variant="minimal"
                size="small"
                icon={<Cross />}
                aria-label={t('removeAddress', { number })}
                onClick={() => remove(index)}
              />
            </div>
            <div className="form-grid">
              {text('tagTitle')}
              <Field label={t('addressText')} required>
                <AreaInput
                  value={address.addressText}
                  placeholder={t('areaHint')}
                  onChange={(addressText) => update(index, { addressText })}
                />
              </Field>
              {text('addressDetail')}
              {text('person')}
              <Field label={t('personSex')}>
                <HTMLSelect
                  value={address.personSex}
                  options={[
                    { value: '', label: t('choose') },
                    { value: '男', label: t('male') },
                    { value: '女', label: t('female') },
                  ]}
                  onChange={(event) => update(index, { personSex: event.currentTarget.value })}
                />
              </Field>
              {text('personPhone')}
            </div>
            {problemAt(index) && (
              <div className="field-error" role="alert">
                {problemAt(index)}
              </div>
            )}
          </section>
        );
      })}
      <div>
        <Button
          icon={<Plus />}
          text={t('addAddress')}
          onClick={() => onChange([...addresses, newAddress(addresses.length === 0)])}
        />
      </div>
    </div>
  );
};
