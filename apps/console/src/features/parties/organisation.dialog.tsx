import { Button, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { getAllUnit, getAreaList, getQualificationNameList, type TestingUnitRow } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { Facts, Field } from '../../components/field.js';
import { Empty, Failed, LoadingRows } from '../../components/page-states.js';
import { Pager } from '../../components/pager.js';
import { warn } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import './parties.css';
import { texts } from './texts.js';

/** DG-001. */
const PAGE_SIZES = [10, 20, 30, 40] as const;
const NO_FILTER = { nameKey: '', sheng: '', shi: '', qualificationName: '' };

export type OrganisationDialogProps = {
  /** Unit chosen so far; changing it has a consequence, which is said before. */
  currentId: string | null;
  sampleCount: number;
  onClose(): void;
  /** Takes the unit over; false keeps the dialog open. */
  onChosen(unit: TestingUnitRow): Promise<boolean>;
};

/** DG-001: the organisation list with its filters; one row is chosen. */
export const OrganisationDialog = ({ currentId, sampleCount, onClose, onChosen }: OrganisationDialogProps) => {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(NO_FILTER);
  const [asked, setAsked] = useState({ ...NO_FILTER, currPage: 1, maxPage: PAGE_SIZES[0] as number });
  const [chosen, setChosen] = useState<TestingUnitRow | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const units = useQuery({ ...readOf(getAllUnit, asked), placeholderData: keepPreviousData, meta: { quiet: true } });
  const areas = useQuery({ ...readOf(getAreaList), staleTime: Infinity }).data ?? [];
  const qualifications = useQuery({ ...readOf(getQualificationNameList), staleTime: Infinity }).data ?? [];

  const provinces = areas.filter((area) => !areas.some((other) => other.AreaID === area.RootID));
  const province = provinces.find((area) => area.AreaName === typed.sheng);
  const cities = province ? areas.filter((area) => area.RootID === province.AreaID) : [];
  const query = (filter = typed) => {
    setChosen(null);
    setAsked((now) => ({ ...now, ...filter, nameKey: filter.nameKey.trim(), currPage: 1 }));
  };
  const confirm = async () => {
    if (!chosen) return warn(t('mustChooseOrganisation'));
    setRunning(true);
    if (await onChosen(chosen)) onClose();
    else setRunning(false);
  };
  const changes = currentId !== null && chosen !== null && chosen.id !== currentId;
  const choices = (values: readonly string[]) => [{ value: '', label: t('all') }, ...values.map((value) => ({ value, label: value }))];

  return (
    <AppDialog
      title={t('chooseOrganisation')} width={900} onClose={onClose} onConfirm={() => void confirm()}
      footer={<>
        {changes && <span className="note warning organisation-consequence">{sampleCount > 0 ? t('consequence', { count: sampleCount }) : t('consequenceEmpty')}</span>}
        <Button className="push" text={t('cancel')} disabled={running} onClick={onClose} />
        <Button intent={changes && sampleCount > 0 ? 'danger' : 'primary'} text={changes ? t('changeTo') : t('chooseThis')} loading={running} onClick={() => void confirm()} />
      </>}
    >
      <form className="party-filters" onSubmit={(event) => { event.preventDefault(); query(); }}>
        <Field label={t('organisationName')}><InputGroup leftIcon={<Search />} value={typed.nameKey} onChange={(event) => setTyped({ ...typed, nameKey: event.currentTarget.value })} /></Field>
        <Field label={t('province')}><HTMLSelect value={typed.sheng} options={choices(provinces.map((area) => area.AreaName))} onChange={(event) => setTyped({ ...typed, sheng: event.currentTarget.value, shi: '' })} /></Field>
        <Field label={t('city')}><HTMLSelect value={typed.shi} disabled={!province} options={choices(cities.map((area) => area.AreaName))} onChange={(event) => setTyped({ ...typed, shi: event.currentTarget.value })} /></Field>
        <Field label={t('qualificationName')}><HTMLSelect value={typed.qualificationName} options={choices(qualifications)} onChange={(event) => setTyped({ ...typed, qualificationName: event.currentTarget.value })} /></Field>
        <div className="row party-filter-buttons">
          <Button type="submit" text={t('query')} />
          <Button variant="minimal" text={t('reset')} onClick={() => { setTyped(NO_FILTER); query(NO_FILTER); }} />
        </div>
      </form>
      <div className="party-list">
        {units.isPending ? <LoadingRows rows={6} /> : units.isError ? <Failed error={units.error} onRetry={() => void units.refetch()} /> : units.data.items.length === 0 ? <Empty icon={<Search size={28} />} title={t('noOrganisation')}>{t('noOrganisationHint')}</Empty> : (
          <table className="data-table" aria-label={t('chooseOrganisation')}>
            <colgroup><col style={{ width: 44 }} /><col style={{ width: 52 }} /><col /><col style={{ width: '34%' }} /><col style={{ width: 124 }} /><col style={{ width: 92 }} /></colgroup>
            <thead><tr><th className="whole"><span className="only-heard">{t('choose')}</span></th><th className="right">{t('number')}</th><th>{t('organisation')}</th><th>{t('qualification')}</th><th>{t('area')}</th><th>{t('details')}</th></tr></thead>
            <tbody>
              {units.data.items.map((unit, index) => (
                <Fragment key={unit.id}>
                  <tr aria-selected={chosen?.id === unit.id} onClick={() => setChosen(unit)} onDoubleClick={() => { setChosen(unit); }}>
                    <td className="whole"><input type="radio" className="party-radio" name="organisation" aria-label={unit.testUnitName} checked={chosen?.id === unit.id} onChange={() => setChosen(unit)} /></td>
                    <td className="right muted">{(asked.currPage - 1) * asked.maxPage + index + 1}</td>
                    <td title={unit.testUnitName}>{unit.testUnitName}{unit.id === currentId && <Tag minimal className="party-current">{t('currentOne')}</Tag>}</td>
                    <td className="secondary" title={unit.qualificationName}>{unit.qualificationName}</td>
                    <td className="secondary">{unit.shengShi}</td>
                    <td className="whole"><Button size="small" variant="minimal" intent="primary" aria-expanded={opened === unit.id} text={opened === unit.id ? t('closeDetails') : t('details')} onClick={(event) => { event.stopPropagation(); setOpened(opened === unit.id ? null : unit.id); }} /></td>
                  </tr>
                  {opened === unit.id && (
                    <tr className="party-details"><td colSpan={6}>
                      <Facts columns={2} items={[
                        [t('phone'), unit.contactPhone], [t('address'), unit.regAddress],
                        [t('receiving'), unit.addresses.map((address) => <div key={address.id}>{address.addressText}{address.addressDetail}　{address.person} {address.personPhone}</div>)],
                        [t('qualifications'), unit.tuQualification.map((qualification) => <div key={qualification.id}>{qualification.name}</div>)],
                      ]} />
                    </td></tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {units.data && <Pager page={asked.currPage} pageSize={asked.maxPage} total={units.data.totalCount} sizes={PAGE_SIZES} onPage={(currPage) => setAsked({ ...asked, currPage })} onPageSize={(maxPage) => setAsked({ ...asked, maxPage, currPage: 1 })} />}
    </AppDialog>
  );
};
