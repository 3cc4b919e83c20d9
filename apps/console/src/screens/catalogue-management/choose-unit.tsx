import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { getAllUnit } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { texts } from './texts.js';

/** Selects the catalogue that the administrator manages: the system template, or a testing unit's. */
export const ChooseUnit = ({
  selectedId,
  onChoose,
}: {
  selectedId: string | null;
  onChoose(id: string | null): void;
}) => {
  const t = useTexts(texts);
  const units =
    useQuery({
      ...queryOptionsOf(getAllUnit, { currPage: 1, maxPage: 1000 }),
      staleTime: 60_000,
      meta: { quiet: true },
    }).data?.items ?? [];
  return (
    <HTMLSelect
      aria-label={t('whose')}
      value={selectedId ?? ''}
      options={[
        { value: '', label: t('template') },
        ...units.map(({ id, testUnitName }) => ({ value: id, label: testUnitName })),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value || null)}
    />
  );
};
