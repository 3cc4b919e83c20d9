import { Button, Tag } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { getUnitDetail, type TestingUnitDetail, changeTestingUnit, getConsingInfo } from '#contract';
import { sameId } from '#domain/rules';
import { orDash } from '../../components/data-table.js';
import { Card, ReadOnlyFields } from '../../components/field.js';
import { texts as searchTexts } from '../../components/organisation-search.texts.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { RichText } from '../../components/rich-text.js';
import { toastWarning } from '../../components/toaster.js';
import { formPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { isClient, useUser } from '../../lib/session.js';
import { useViewTitle } from '../../lib/view.js';
import { startConsignment } from '../../consignment/actions.js';
import { logHandledFailure } from '../../lib/failures.js';
import { callOperation } from '../../lib/http.js';
import './organisations.css';
import { texts } from './texts.js';

/**
 * Starts a consignment with this testing unit. Undefined: it was not started, an alert has said why. `isChosen` false:
 * it exists, but with its default unit.
 */
const startWithUnit = async (testUnitId: string): Promise<{ id: string; isChosen: boolean } | undefined> => {
  const id = await startConsignment();
  if (!id) return undefined;
  try {
    const { revision, testUnitId: defaultUnitId } = await callOperation(getConsingInfo, { query: { id } });
    if (!sameId(defaultUnitId, testUnitId))
      await callOperation(changeTestingUnit, { query: { id }, body: { testUnitId }, ifMatch: revision });
    return { id, isChosen: true };
  } catch (error) {
    logHandledFailure(error);
    return { id, isChosen: false };
  }
};

/** TestingOrgDetail/{id}: the data of a laboratory for clients, and the button to start a consignment there. */
const OrganisationDetailPage = () => {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const {
    data: unit,
    isError,
    error,
    refetch,
  } = useQuery({ ...queryOptionsOf(getUnitDetail, { id }), staleTime: 60_000, meta: { quiet: true } });
  useViewTitle(unit?.testUnitName ?? null);
  const user = useUser();
  return (
    <>
      <PageHeader title={unit?.testUnitName} actions={unit && isClient(user) && <Start testUnitId={unit.id} />} />
      {!unit &&
        (isError ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : <LoadingPage />)}
      {unit && (
        <div className="page-body scrolls">
          <Organisation unit={unit} />
        </div>
      )}
    </>
  );
};

const Start = ({ testUnitId }: { testUnitId: string }) => {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [running, setRunning] = useState(false);
  const start = async () => {
    setRunning(true);
    const result = await startWithUnit(testUnitId);
    setRunning(false);
    if (!result) return;
    if (!result.isChosen) toastWarning(t('startFailed'));
    await navigate(formPath(result.id));
  };
  return <Button intent="primary" icon={<Plus />} text={t('start')} loading={running} onClick={() => void start()} />;
};

const Organisation = ({ unit }: { unit: TestingUnitDetail }) => {
  const t = useTexts(texts);
  const s = useTexts(searchTexts);
  return (
    <div className="organisation-cards">
      <Card title={t('facts')}>
        <ReadOnlyFields
          items={[
            [t('unitNo'), unit.unitNo],
            [s('area'), unit.shengShi],
            [t('registered'), unit.regTime],
            [s('phone'), unit.contactPhone],
            [s('address'), unit.regAddress, 2],
          ]}
        />
      </Card>
      <Card title={s('qualifications')} padded={false}>
        {unit.tuQualification.length === 0 ? (
          <p className="muted organisation-none">{t('noQualifications')}</p>
        ) : (
          <table className="data-table wrapping" aria-label={s('qualifications')}>
            <colgroup>
              <col style={{ width: 56 }} />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th className="right">{t('serial')}</th>
                <th>{t('name')}</th>
              </tr>
            </thead>
            <tbody>
              {unit.tuQualification.map(({ id, name }, index) => (
                <tr key={id}>
                  <td className="right muted">{index + 1}</td>
                  <td>{name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      <Card title={s('receiving')} padded={false}>
        {unit.addresses.length === 0 ? (
          <p className="muted organisation-none">{t('noAddresses')}</p>
        ) : (
          <div className="table-scroll">
            <table className="data-table wrapping" aria-label={s('receiving')} style={{ minWidth: 560 }}>
              <colgroup>
                <col style={{ width: 160 }} />
                <col />
                <col style={{ width: 88 }} />
                <col style={{ width: 128 }} />
              </colgroup>
              <thead>
                <tr>
                  <th>{t('place')}</th>
                  <th>{t('addressHead')}</th>
                  <th>{t('person')}</th>
                  <th>{t('personPhone')}</th>
                </tr>
              </thead>
              <tbody>
                {unit.addresses.map(({ id, tagTitle, addressText, addressDetail, person, personPhone, isMain }) => (
                  <tr key={id}>
                    <td>
                      {orDash(tagTitle)}
                      {isMain && (
                        <Tag minimal className="organisation-main">
                          {t('main')}
                        </Tag>
                      )}
                    </td>
                    <td>
                      {addressText}
                      {addressDetail}
                    </td>
                    <td>{orDash(person)}</td>
                    <td className="numeric">{orDash(personPhone)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {unit.inroduce !== '' && (
        <Card title={t('about')}>
          <RichText html={unit.inroduce} />
        </Card>
      )}
    </div>
  );
};

export default OrganisationDetailPage;
