import { Button, Checkbox } from '@blueprintjs/core';
import { ArrowDown, ArrowUp } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getQualificationList, type TestUnit } from '#contract';
import { sameId } from '#domain';
import { useTexts } from '../../i18n/texts.js';
import { readOf } from '../../lib/queries.js';
import type { FieldsProps } from './testing-unit-fields.js';
import { texts } from './unit.texts.js';

type Held = TestUnit['tuQualification'][number];

/** What a laboratory holds in its order, which every list keeps, and the catalogue's qualifications to tick (002 UN-009). */
export const Qualifications = ({ unit, onChange }: Pick<FieldsProps<TestUnit>, 'unit' | 'onChange'>) => {
  const t = useTexts(texts);
  const offered = useQuery({ ...readOf(getQualificationList), staleTime: Infinity }).data ?? [];
  const held = unit.tuQualification;
  // One that was switched off since can be given up as well.
  const listed = [
    ...offered,
    ...held
      .filter(({ sysQualificationId }) => !offered.some(({ id }) => sameId(id, sysQualificationId)))
      .map(({ sysQualificationId, name, orderIndex }) => ({ id: sysQualificationId, name, orderIndex })),
  ];
  const put = (next: readonly Held[]) =>
    onChange({ tuQualification: next.map((each, place) => ({ ...each, orderIndex: place + 1 })) });
  const isHeld = (id: string) => held.some(({ sysQualificationId }) => sameId(sysQualificationId, id));
  const toggle = ({ id, name }: (typeof listed)[number]) =>
    put(
      isHeld(id)
        ? held.filter(({ sysQualificationId }) => !sameId(sysQualificationId, id))
        : [...held, { id: '', name, sysQualificationId: id, testUnitId: unit.id, orderIndex: 0, createTime: '' }],
    );
  const move = (place: number, by: -1 | 1) => {
    const [moved, ...rest] = [held[place], ...held.filter((_, each) => each !== place)];
    if (moved) put([...rest.slice(0, place + by), moved, ...rest.slice(place + by)] as Held[]);
  };
  return (
    <>
      {held.length > 0 && (
        <ol className="held-qualifications" aria-label={t('held')}>
          {held.map(({ sysQualificationId, name }, place) => (
            <li key={sysQualificationId}>
              <span className="muted numeric">{place + 1}</span>
              {name}
              <span className="push">
                <Button
                  variant="minimal"
                  size="small"
                  icon={<ArrowUp />}
                  aria-label={t('moveUp', { name })}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                />
                <Button
                  variant="minimal"
                  size="small"
                  icon={<ArrowDown />}
                  aria-label={t('moveDown', { name })}
                  disabled={place === held.length - 1}
                  onClick={() => move(place, 1)}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <div className="unit-qualifications">
        {listed.map((each) => (
          <Checkbox
            key={each.id}
            className="check"
            label={each.name}
            checked={isHeld(each.id)}
            onChange={() => toggle(each)}
          />
        ))}
      </div>
    </>
  );
};
