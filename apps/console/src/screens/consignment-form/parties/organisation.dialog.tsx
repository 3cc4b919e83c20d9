import { Button, Tag } from '@blueprintjs/core';
import { Fragment, useState } from 'react';
import type { TestingUnitRow } from '#contract';
import { AppDialog } from '../../../components/app-dialog.js';
import { ReadOnlyFields } from '../../../components/field.js';
import { FIRST_PAGE, OrganisationSearch } from '../../../components/organisation-search.js';
import { texts as searchTexts } from '../../../components/organisation-search.texts.js';
import { toastWarning } from '../../../components/toaster.js';
import { useTexts } from '../../../i18n/texts.js';
import './parties.css';
import { texts } from './texts.js';

export type OrganisationDialogProps = {
  /** The current unit; changing it has a consequence, which the dialog states first. */
  currentId: string | null;
  sampleCount: number;
  onClose(): void;
  /** Takes the chosen unit; false keeps the dialog open. */
  onChosen(unit: TestingUnitRow): Promise<boolean>;
};

/** DG-001: the organisation list with its filters; the user chooses one row. */
export const OrganisationDialog = ({ currentId, sampleCount, onClose, onChosen }: OrganisationDialogProps) => {
  const t = useTexts(texts);
  const [query, setQuery] = useState(FIRST_PAGE);
  const [selectedUnit, setSelectedUnit] = useState<TestingUnitRow | null>(null);
  const [running, setRunning] = useState(false);
  const confirm = async () => {
    if (!selectedUnit) return toastWarning(t('mustChooseOrganisation'));
    setRunning(true);
    if (await onChosen(selectedUnit)) onClose();
    else setRunning(false);
  };
  const changes = currentId !== null && selectedUnit !== null && selectedUnit.id !== currentId;
  return (
    <AppDialog
      title={t('chooseOrganisation')}
      width={900}
      onClose={onClose}
      onConfirm={() => void confirm()}
      footer={
        <>
          {changes && (
            <span className="note warning organisation-consequence">
              {sampleCount > 0 ? t('consequence', { count: sampleCount }) : t('consequenceEmpty')}
            </span>
          )}
          <Button className="push" text={t('cancel')} disabled={running} onClick={onClose} />
          <Button
            intent={changes && sampleCount > 0 ? 'danger' : 'primary'}
            text={changes ? t('changeTo') : t('chooseThis')}
            loading={running}
            onClick={() => void confirm()}
          />
        </>
      }
    >
      <OrganisationSearch
        query={query}
        onSearch={(next) => {
          setSelectedUnit(null);
          setQuery(next);
        }}
      >
        {(rows, first) => (
          <Choices
            rows={rows}
            first={first}
            currentId={currentId}
            selectedUnit={selectedUnit}
            onChoose={setSelectedUnit}
          />
        )}
      </OrganisationSearch>
    </AppDialog>
  );
};

type ChoicesProps = {
  rows: readonly TestingUnitRow[];
  first: number;
  currentId: string | null;
  selectedUnit: TestingUnitRow | null;
  onChoose(unit: TestingUnitRow): void;
};

const Choices = ({ rows, first, currentId, selectedUnit, onChoose }: ChoicesProps) => {
  const t = useTexts(texts);
  const s = useTexts(searchTexts);
  const [openUnitId, setOpenUnitId] = useState<string | null>(null);
  return (
    <table className="data-table as-cards party-table" aria-label={t('chooseOrganisation')}>
      <colgroup>
        <col style={{ width: 44 }} />
        <col style={{ width: 52 }} />
        <col />
        <col style={{ width: '34%' }} />
        <col style={{ width: 124 }} />
        <col style={{ width: 92 }} />
      </colgroup>
      <thead>
        <tr>
          <th className="whole">
            <span className="only-heard">{t('choose')}</span>
          </th>
          <th className="right">{s('number')}</th>
          <th>{s('organisation')}</th>
          <th>{s('qualification')}</th>
          <th>{s('area')}</th>
          <th>{s('details')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((unit, index) => (
          <Fragment key={unit.id}>
            <tr aria-selected={selectedUnit?.id === unit.id} onClick={() => onChoose(unit)}>
              <td className="whole card-choice">
                <input
                  type="radio"
                  className="party-radio"
                  name="organisation"
                  aria-label={unit.testUnitName}
                  checked={selectedUnit?.id === unit.id}
                  onChange={() => onChoose(unit)}
                />
              </td>
              <td className="right muted card-without">{first + index}</td>
              <td className="card-title" title={unit.testUnitName}>
                {unit.testUnitName}
                {unit.id === currentId && (
                  <Tag minimal className="party-current">
                    {t('currentOne')}
                  </Tag>
                )}
              </td>
              <td className="secondary" title={unit.qualificationName}>
                {unit.qualificationName}
              </td>
              <td className="secondary">{unit.shengShi}</td>
              <td className="whole">
                <Button
                  size="small"
                  variant="minimal"
                  intent="primary"
                  aria-expanded={openUnitId === unit.id}
                  text={openUnitId === unit.id ? t('closeDetails') : s('details')}
                  onClick={(event) => {
                    event.stopPropagation();
                    setOpenUnitId(openUnitId === unit.id ? null : unit.id);
                  }}
                />
              </td>
            </tr>
            {openUnitId === unit.id && (
              <tr className="party-details">
                <td colSpan={6}>
                  <ReadOnlyFields
                    columns={2}
                    items={[
                      [s('phone'), unit.contactPhone],
                      [s('address'), unit.regAddress],
                      [
                        s('receiving'),
                        unit.addresses.map((address) => (
                          <div key={address.id}>
                            {address.addressText}
                            {address.addressDetail}　{address.person} {address.personPhone}
                          </div>
                        )),
                      ],
                      [
                        s('qualifications'),
                        unit.tuQualification.map((qualification) => (
                          <div key={qualification.id}>{qualification.name}</div>
                        )),
                      ],
                    ]}
                  />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
};
