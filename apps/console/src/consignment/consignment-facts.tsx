import { Draw } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { ConsignmentView } from '#contract';
import { extraFieldLabel, witnessesFromText, type WitnessTexts } from '#domain';
import { useTexts } from '../i18n/texts.js';
import { dateTime } from '../lib/format.js';
import './consignment-facts.css';
import { texts } from './consignment-facts.texts.js';
import { Facts } from '../components/field.js';

type Fact = readonly [label: string, value: ReactNode, span?: number];

/** The first section of the form to read: who tests, and for raw material where the samples go (CF-002). */
export const OrganisationFacts = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  return (
    <div className="consignment-facts">
      <Facts columns={4} items={organisationOf(view, t)} />
    </div>
  );
};

const organisationOf = (view: ConsignmentView, t: (key: 'testUnit' | 'receivingAddress') => string): Fact[] => [
  [t('testUnit'), view.testUnitName, 2],
  ...(view.consignType === 1 ? [[t('receivingAddress'), view.testUnitAddressDetail, 2] satisfies Fact] : []),
];

/** A consignment's form to read, as form, preview and audit show it; `whole` with the testing organisation, which is a section of its own elsewhere. */
export const ConsignmentFacts = ({
  view,
  columns = 4,
  whole = false,
}: {
  view: ConsignmentView;
  columns?: 3 | 4;
  whole?: boolean;
}) => {
  const t = useTexts(texts);
  const reportWay = view.getReportType === '3' ? 'report.3' : view.getReportType === '10' ? 'report.10' : 'report.1';
  const mailed = view.sendSampleType === 2;
  const witnesses = (unit: string, people: WitnessTexts, mustSign: boolean): ReactNode =>
    (unit || people.person || people.phone) && (
      <>
        {unit}
        {witnessesFromText(people).map((person, place) => (
          <div key={place} className="secondary">
            {[person.name, person.cardNo, person.phone].filter(Boolean).join('　')}
            {mustSign && (
              <span className="aux muted">
                {'　'}
                <Draw size={12} /> {t('mustSign')}
              </span>
            )}
          </div>
        ))}
      </>
    );
  const items: Fact[] = [
    [t('consignUnit'), view.consignUnitName, 2],
    [t('project'), [view.projectName, view.contractSectName].filter(Boolean).join('　'), 2],
    ...(whole ? organisationOf(view, t) : []),
    [t('qualification'), view.tuqualificationName],
    [t('category'), view.consginTestType],
    [t('linkPerson'), view.linkPerson],
    [
      t('phone'),
      <span key="phone" className="numeric">
        {view.linkPersonPhone}
      </span>,
    ],
    ...(view.consignType === 1
      ? []
      : [
          [
            t('expectTime'),
            view.expectTestTime && (
              <span key="expected" className="numeric">
                {view.expectTestTime.slice(0, 16).replace('T', ' ')}
              </span>
            ),
          ] satisfies Fact,
        ]),
    [t('sending'), mailed ? t('mailed', { pay: t(view.mailPayType === 2 ? 'pay.2' : 'pay.1') }) : t('send.1')],
    ...(mailed
      ? [
          [
            t('mailNumber'),
            <span key="mail" className="numeric">
              {view.mailOrderNumber}
            </span>,
          ] satisfies Fact,
        ]
      : []),
    [
      t('report'),
      view.getReportType === '10' ? t(reportWay) : t('reports', { way: t(reportWay), count: view.reportCount }),
    ],
    ...(view.consignTime
      ? [
          [
            t('committed'),
            <span key="committed" className="numeric">
              {dateTime(view.consignTime).slice(0, 16)}
            </span>,
          ] satisfies Fact,
        ]
      : []),
    [t('contractor'), view.constructionUnit, 2],
    ...(view.consignUnitAddress ? [[t('unitAddress'), view.consignUnitAddress, 2] satisfies Fact] : []),
    ...(view.needWitnessUnit
      ? [
          [
            t('witnessOwner'),
            witnesses(
              view.constructionJzunit,
              { person: view.constructionJzperson, cardNo: view.constructionJzcardNo, phone: view.constructionJzphone },
              view.needConstructionWitnessPersonSign,
            ),
            2,
          ] satisfies Fact,
          [
            t('witnessSupervision'),
            witnesses(
              view.jzunit,
              { person: view.jhperson, cardNo: view.jzcardNo, phone: view.jzphone },
              view.needWitnessPersonSign,
            ),
            2,
          ] satisfies Fact,
        ]
      : [[t('witness'), t('noWitness')] satisfies Fact]),
    ...view.consignInfoProperties
      .filter((field) => field.visible && field.value !== '')
      .sort((left, right) => left.columnIndex - right.columnIndex)
      .map((field): Fact => [extraFieldLabel(field), field.value]),
    ...(view.memo ? [[t('memo'), view.memo, 2] satisfies Fact] : []),
  ];
  return (
    <div className="consignment-facts">
      <Facts columns={columns} items={items} />
    </div>
  );
};
