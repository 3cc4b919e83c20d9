import { Manual } from '@blueprintjs/icons';
import type { KeptParameter, KeptRequirement, KeptSampleForm } from '#contract';
import { plainText } from '#domain';
import { type Column, DataTable } from '../../components/data-table.js';
import { Empty } from '../../components/page-states.js';
import { picturesOf } from '../../components/rich-text.js';
import { RowVerb } from '../../components/row-verb.js';
import { useTexts } from '../../i18n/texts.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './form.texts.js';
import { askRemoveRequirement } from './keep-form.js';
import type { Keeper } from './keeper.js';
import { askRequirement } from './requirement.dialog.js';
import { comma } from '../../i18n/comma.js';

type Props = { keeper: Keeper; form: KeptSampleForm; parameters: readonly KeptParameter[]; reloading: boolean };

/** What is asked of a sample only because of some parameters (001 SAPI-010). */
export const RequirementList = ({ keeper, form, parameters, reloading }: Props) => {
  const t = useTexts(texts);
  const wide = useWiderThan(720);
  const namesOf = ({ paramIds }: KeptRequirement) =>
    paramIds
      .map((id) => parameters.find((parameter) => parameter.id === id)?.displayName ?? t('goneParameter'))
      .join(comma());
  const open = (row: KeptRequirement) => void askRequirement({ keeper, form, parameters }, row);
  const columns: Column<KeptRequirement>[] = [
    {
      key: 'params',
      head: t('requirementParams'),
      ...(wide ? { width: 320 } : {}),
      cell: (row) =>
        wide ? (
          namesOf(row)
        ) : (
          <>
            {namesOf(row)}
            <div className="aux muted">{plainText(row.text)}</div>
          </>
        ),
      tooltip: namesOf,
    },
    {
      key: 'text',
      head: t('requirementText'),
      cell: ({ text }) => (
        <>
          {plainText(text)}
          {picturesOf(text).map(({ src, alt }, place) => (
            <img key={place} className="kept-picture" src={src} alt={alt} />
          ))}
        </>
      ),
      tooltip: ({ text }) => plainText(text),
    },
    {
      key: 'actions',
      head: t('actions'),
      width: 104,
      whole: true,
      pinned: wide,
      cell: (row) => (
        <div className="row wide">
          <RowVerb text={t('edit')} name={namesOf(row)} onPress={() => open(row)} />
          <RowVerb
            text={t('remove')}
            name={namesOf(row)}
            onPress={() => void askRemoveRequirement(keeper, form, row, namesOf(row))}
          />
        </div>
      ),
    },
  ];
  return form.requirements.length === 0 ? (
    <Empty icon={<Manual size={28} />} title={t('noRequirements')}>
      {t('noRequirementsHint')}
    </Empty>
  ) : (
    <DataTable
      caption={t('requirementList')}
      columns={columns.filter(({ key }) => wide || key !== 'text')}
      rows={form.requirements}
      keyOf={({ id }) => id}
      reloading={reloading}
      onOpen={open}
    />
  );
};
