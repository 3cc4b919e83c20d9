import { Button, Switch, Tag } from '@blueprintjs/core';
import { Draw, Edit } from '@blueprintjs/icons';
import type { Witness } from '#events';
import { Isolated } from '../../components/isolated.js';
import { useTexts } from '../../i18n/texts.js';
import { NO_WITNESS, toWitnessRows } from './form-values.js';
import { texts } from './texts.js';
import type { Draft } from './use-draft.js';

type Props = {
  draft: Draft;
  parties: { constructionJzunit: string; jzunit: string } | null;
  onWitnesses(side: 'owner' | 'supervision'): void;
};

/** Whether witnesses are needed; per side the unit and its witnesses, each set in a dialog (DG-006). */
export const WitnessFields = ({ draft, parties, onWitnesses }: Props) => {
  const t = useTexts(texts);
  const { form } = draft;
  const values = form.watch();
  const { errors } = form.formState;
  const setValueOptions = { shouldDirty: true, shouldTouch: true };
  const people = toWitnessRows(values);
  const switchNeed = (needed: boolean) => {
    const next = needed ? { needWitnessUnit: true, ...parties } : NO_WITNESS;
    for (const [name, value] of Object.entries(next))
      form.setValue(name as keyof typeof NO_WITNESS, value, setValueOptions);
    form.clearErrors([
      'constructionJzperson',
      'constructionJzphone',
      'constructionJzcardNo',
      'jhperson',
      'jzphone',
      'jzcardNo',
    ]);
  };
  const side = (
    name: 'owner' | 'supervision',
    unit: string,
    witnesses: readonly Witness[],
    needSign: boolean,
    error: string | undefined,
  ) => (
    <div className={`witness-side${error ? ' has-error' : ''}`}>
      <div className="witness-side__head">
        <span className="strong">{t(name === 'owner' ? 'ownerSide' : 'supervisionSide')}</span>
        {needSign && (
          <Tag minimal icon={<Draw size={12} />}>
            {t('needsSign')}
          </Tag>
        )}
        <Button
          className="push"
          size="small"
          variant="outlined"
          icon={<Edit />}
          text={t('setWitnesses')}
          data-field={name === 'owner' ? 'constructionJzperson' : 'jhperson'}
          onClick={() => onWitnesses(name)}
        />
      </div>
      <div className="dense">{unit || <span className="nothing">—</span>}</div>
      {witnesses.length === 0 ? (
        <div className="aux muted">{t('noWitnesses')}</div>
      ) : (
        witnesses.map((witness, index) => (
          <div key={index} className="dense secondary">
            <Isolated text={[witness.name, witness.cardNo, witness.phone].filter(Boolean).join('　')} />
          </div>
        ))
      )}
      {error && (
        <div className="field-error" role="alert">
          {error}
        </div>
      )}
    </div>
  );
  return (
    <>
      <div className="form-subtitle" data-section="witness" tabIndex={-1}>
        {t('witness')}
      </div>
      <div className="span-all row wide wrap">
        <Switch
          className="witness-switch"
          label={t('needWitness')}
          checked={values.needWitnessUnit}
          onChange={(event) => switchNeed(event.currentTarget.checked)}
        />
        <span className="aux muted">{values.needWitnessUnit ? t('witnessesCleared') : t('noWitnessUnit')}</span>
      </div>
      {values.needWitnessUnit && (
        <div className="span-all witness-sides">
          {side(
            'owner',
            values.constructionJzunit,
            people.owner,
            values.needConstructionWitnessPersonSign,
            errors.constructionJzperson?.message ??
              errors.constructionJzphone?.message ??
              errors.constructionJzcardNo?.message,
          )}
          {side(
            'supervision',
            values.jzunit,
            people.supervision,
            values.needWitnessPersonSign,
            errors.jhperson?.message ?? errors.jzphone?.message ?? errors.jzcardNo?.message,
          )}
        </div>
      )}
    </>
  );
};
