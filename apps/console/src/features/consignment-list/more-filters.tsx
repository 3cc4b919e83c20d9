import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getProjectList } from '#contract';
import { Field } from '../../components/field.js';
import { useStatuses } from '../../consignment/statuses.js';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import { cleared, type ListFilters } from './list-filters.js';
import { texts } from './texts.js';

const MOST_PROJECTS = 200;

/** Projects to filter by; a reader without projects has none. */
export const useProjects = () =>
  useQuery({ ...readOf(getProjectList, { maxResultCount: MOST_PROJECTS }), staleTime: 60_000, meta: { quiet: true } })
    .data?.items ?? [];

/** Statuses, project and days of submission; they are applied together. */
export const MoreFilters = ({
  filters,
  onApply,
}: {
  filters: ListFilters;
  onApply(change: Partial<ListFilters>): void;
}) => {
  const t = useTexts(texts);
  const statuses = useStatuses();
  const projects = useProjects();
  const [draft, setDraft] = useState(filters);
  const change = (some: Partial<ListFilters>) => setDraft((now) => ({ ...now, ...some }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const { statuses: chosen, projectId, from, to } = draft;
    onApply({ statuses: chosen, projectId, from, to });
  };
  return (
    <form className="more-filters stack" onSubmit={apply}>
      <Field label={t('status')} group>
        <div className="status-choices">
          {statuses.map(({ status, name }) => (
            <Checkbox
              key={status}
              className="check"
              label={name}
              checked={draft.statuses.includes(status)}
              onChange={(event) =>
                change({
                  statuses: event.currentTarget.checked
                    ? [...draft.statuses, status].sort((a, b) => a - b)
                    : draft.statuses.filter((other) => other !== status),
                })
              }
            />
          ))}
        </div>
      </Field>
      <Field label={t('project')}>
        <HTMLSelect
          fill
          value={draft.projectId}
          onChange={(event) => change({ projectId: event.currentTarget.value })}
          options={[
            { value: '', label: t('anyProject') },
            ...projects.map(({ id, projectName }) => ({ value: id, label: projectName })),
          ]}
        />
      </Field>
      <div className="row wide">
        <Field label={`${t('submitted')} ${t('from')}`} className="grow">
          <InputGroup
            type="date"
            value={draft.from}
            max={draft.to || undefined}
            onValueChange={(from) => change({ from })}
          />
        </Field>
        <Field label={t('to')} className="grow">
          <InputGroup
            type="date"
            value={draft.to}
            min={draft.from || undefined}
            onValueChange={(to) => change({ to })}
          />
        </Field>
      </div>
      <div className="row">
        <Button className="push" text={t('reset')} onClick={() => setDraft(cleared(draft))} />
        <Button type="submit" intent="primary" text={t('apply')} />
      </div>
    </form>
  );
};
