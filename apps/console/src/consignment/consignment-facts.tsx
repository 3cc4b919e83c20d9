import { Draw } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { ConsignmentView } from '#contract';
import { catalogueNameOf } from '#domain/catalogue';
import { extraFieldLabel, witnessesFromText, type PipeSeparatedWitnesses } from '#domain/consignment';
import { characterName, unprintableCharactersInAll } from '#domain/text';
import { CONSIGN_TYPE, SEND_SAMPLE_TYPE } from '#events';
import { ReadOnlyFields } from '../components/field.js';
import { defineTexts, useTexts } from '../i18n/texts.js';
import { dateTime } from '../lib/china-time.js';
import en from '../locales/en/consignment-facts.json' with { type: 'json' };
import es from '../locales/es/consignment-facts.json' with { type: 'json' };
import zh from '../locales/zh/consignment-facts.json' with { type: 'json' };
import './consignment-facts.css';

const texts = defineTexts('consignment-facts', {
  zh,
  en,
  es,
});

type Fact = readonly [label: string, value: ReactNode, span?: number];

/** The first section of the read-only form: the testing unit, and for raw material the delivery address (CF-002). */
export const OrganisationFacts = ({ view }: { view: ConsignmentView }) => {
  const t = useTexts(texts);
  return (
    <div className="consignment-facts">
      <ReadOnlyFields columns={4} items={organisationOf(view, t)} />
    </div>
  );
};

const organisationOf = (view: ConsignmentView, t: (key: 'testUnit' | 'receivingAddress') => string): Fact[] => [
  [t('testUnit'), view.testUnitName, 2],
  ...(view.consignType === CONSIGN_TYPE.rawMaterial
    ? [[t('receivingAddress'), view.testUnitAddressDetail, 2] satisfies Fact]
    : []),
];

/**
 * A consignment's read-only form, as form, preview and audit show it; `withTestUnit` includes the testing organisation, which
 * is a separate section elsewhere.
 */
export const ConsignmentFacts = ({
  view,
  columns = 4,
  withTestUnit = false,
}: {
  view: ConsignmentView;
  columns?: 3 | 4;
  withTestUnit?: boolean;
}) => {
  const t = useTexts(texts);
  const reportWay = view.getReportType === '3' ? 'report.3' : view.getReportType === '10' ? 'report.10' : 'report.1';
  const isMailed = view.sendSampleType === SEND_SAMPLE_TYPE.mailed;
  const witnesses = (unit: string, people: PipeSeparatedWitnesses, mustSign: boolean): ReactNode =>
    (unit || people.person || people.phone) && (
      <>
        {unit}
        {witnessesFromText(people).map((person, index) => (
          <div key={index} className="secondary">
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
    ...(withTestUnit ? organisationOf(view, t) : []),
    [t('qualification'), view.tuqualificationName],
    [t('category'), view.consginTestType],
    [t('linkPerson'), view.linkPerson],
    [
      t('phone'),
      <span key="phone" className="numeric">
        {view.linkPersonPhone}
      </span>,
    ],
    ...(view.consignType === CONSIGN_TYPE.rawMaterial
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
    [t('sending'), isMailed ? t('mailed', { pay: t(view.mailPayType === 2 ? 'pay.2' : 'pay.1') }) : t('send.1')],
    ...(isMailed
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
      <ReadOnlyFields columns={columns} items={items} />
    </div>
  );
};

type Item = { projectUnit: string; testUnitSampleName: string; sampleNameLink: string };

/** Where a test item is carried out: its structure or road section. */
export const itemStructure = ({ projectUnit, testUnitSampleName }: Item): string => projectUnit || testUnitSampleName;

/** The test of the catalogue, in grey behind the structure; nothing while the item has the catalogue's name. */
export const CatalogueItemName = ({ item }: { item: Item }) => {
  const name = catalogueNameOf(item);
  return itemStructure(item) === name ? null : <span className="muted">　{name}</span>;
};

/** A text with many characters of a foreign script names only the first ones. */
const MAX_NAMED_CHARACTERS = 12;

/**
 * Names the printed characters that no font of the printed form has, with their code points, because the browser may
 * not show them either.
 */
export const UnprintedNote = ({ of: printed }: { of: unknown }) => {
  const t = useTexts(texts);
  const characters = unprintableCharactersInAll(printed);
  if (characters.length === 0) return null;
  const characterList = characters
    .slice(0, MAX_NAMED_CHARACTERS)
    .map((character) => `${character} (${characterName(character)})`)
    .join('  ');
  return (
    <div className="note warning" role="status">
      {t(characters.length === 1 ? 'unprintableOne' : 'unprintableMany', {
        which: characters.length > MAX_NAMED_CHARACTERS ? `${characterList} …` : characterList,
      })}
    </div>
  );
};
