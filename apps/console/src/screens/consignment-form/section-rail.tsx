import { Tag } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import type { FormProblem, Section } from './form-problems.js';
import { texts } from './texts.js';

/** Sections without input. */
export const OPTIONAL_SECTIONS = ['attachments', 'externalAttachments', 'signatures'] as const;
type Target = Section | (typeof OPTIONAL_SECTIONS)[number] | 'checks';
type Entry = { key: Target | 'basic'; number?: number; label: string; sections: readonly Section[] };

/** Follows the scroll position: the lowest section head above the upper third of the view. */
const useCurrent = (scroller: RefObject<HTMLElement | null>, keys: readonly string[]): string => {
  const [current, setCurrent] = useState(keys[0] ?? '');
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const follow = () => {
      const { top, height } = element.getBoundingClientRect();
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 4 && element.scrollTop > 0;
      const heads = keys.flatMap((key) =>
        [...element.querySelectorAll(`[data-section="${key}"]`)]
          .slice(0, 1)
          .map((head) => ({ key, top: head.getBoundingClientRect().top - top })),
      );
      const headsAbove = heads.filter((head) => head.top < height / 3);
      setCurrent((isAtEnd ? heads.at(-1)?.key : headsAbove.at(-1)?.key) ?? heads[0]?.key ?? '');
    };
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, keys]);
  return current;
};

const KEYS = [
  'organisation',
  'project',
  'contact',
  'delivery',
  'witness',
  'extra',
  'samples',
  ...OPTIONAL_SECTIONS,
  'checks',
] as const;

/** The position in the form and the problems of each section; a click goes to the first problem of a section. */
export const SectionRail = ({
  scroller,
  problems,
  rawMaterial,
  hasExtra,
  onGo,
}: {
  scroller: RefObject<HTMLElement | null>;
  problems: readonly FormProblem[];
  rawMaterial: boolean;
  hasExtra: boolean;
  onGo(section: Target, first: FormProblem | undefined): void;
}) => {
  const t = useTexts(texts);
  const current = useCurrent(scroller, KEYS);
  const basics = ['project', 'contact', 'delivery', 'witness', ...(hasExtra ? (['extra'] as const) : [])] as const;
  const entries: Entry[] = [
    { key: 'organisation', number: 1, label: t('organisation'), sections: ['organisation'] },
    { key: 'basic', number: 2, label: t('basic'), sections: basics },
    ...basics.map((key) => ({ key, label: t(key), sections: [key] })),
    { key: 'samples', number: 3, label: t(rawMaterial ? 'samples' : 'testItems'), sections: ['samples'] },
    ...OPTIONAL_SECTIONS.map((key, index) => ({ key, number: 4 + index, label: t(key), sections: [] })),
    { key: 'checks', number: 7, label: t('checks'), sections: ['organisation', ...basics, 'samples'] },
  ];
  const problemsOf = (sections: readonly Section[]) => problems.filter(({ section }) => sections.includes(section));
  const numbered = entries.filter(({ number }) => number !== undefined);
  return (
    <nav className="section-rail" aria-label={t('sections')}>
      <div className="section-rail__progress">
        {t('progress', {
          total: numbered.length,
          done: numbered.filter(({ sections }) => problemsOf(sections).length === 0).length,
        })}
      </div>
      {entries.map(({ key, number, label, sections }) => {
        const sectionProblems = problemsOf(sections);
        const isCurrent = key === current;
        return (
          <button
            key={key}
            type="button"
            className={`section-rail__entry${number === undefined ? ' sub' : ''}${isCurrent ? ' current' : ''}`}
            aria-current={isCurrent ? 'location' : undefined}
            onClick={() => onGo(key === 'basic' ? 'project' : key, sectionProblems[0])}
          >
            {number !== undefined && <span className="section-rail__number">{number}</span>}
            <span className="ellipsis">{label}</span>
            {number !== undefined && (
              <span className="push section-rail__state">
                {sectionProblems.length === 0 ? (
                  <TickCircle size={14} title={t('done')} />
                ) : (
                  <Tag minimal round intent="danger" aria-label={t('problems', { count: sectionProblems.length })}>
                    {sectionProblems.length}
                  </Tag>
                )}
              </span>
            )}
          </button>
        );
      })}
    </nav>
  );
};
