import { Button, Menu, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core';
import { CaretDown, Tick } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { getCategoryList, type TreeNode } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { unitReadOf } from '../../lib/pre-service.js';
import { texts } from './major-category.texts.js';
import { walkMenu } from './standard-picker.js';

type Props = {
  queryScope: 0 | 1;
  testUnitId: string | null;
  chosen: TreeNode | null;
  onChoose(category: TreeNode | null): void;
};

/** 大类: narrows the tree to one major category of the laboratory; asked for when it is opened (001 LAB-011). */
export const MajorCategoryMenu = ({ chosen, ...asked }: Props) => {
  const t = useTexts(texts);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      onOpened={(popover) => popover.querySelector<HTMLElement>('.bp6-menu-item')?.focus()}
      content={<Majors chosen={chosen} {...asked} />}
    >
      <Button
        className="major-category"
        variant="minimal"
        size="small"
        endIcon={<CaretDown size={12} />}
        aria-label={chosen ? t('narrowedTo', { name: chosen.label || chosen.name }) : t('major')}
        active={chosen !== null}
        text={chosen ? chosen.label || chosen.name : t('major')}
      />
    </PopoverNext>
  );
};

const Majors = ({ queryScope, testUnitId, chosen, onChoose }: Props) => {
  const t = useTexts(texts);
  const list = useQuery({
    ...unitReadOf(getCategoryList, { paramName: '', type: queryScope, ...(testUnitId ? { testUnitId } : {}) }),
    meta: { quiet: true },
    staleTime: 60_000,
  });
  if (list.isPending)
    return (
      <div className="major-category__note">
        <Spinner size={16} aria-label={t('loading')} />
      </div>
    );
  if (!list.data)
    return (
      <div className="major-category__note danger-text" role="alert">
        {t('majorsFailed')}
      </div>
    );
  const marked = (isChosen: boolean) => (isChosen ? { labelElement: <Tick size={12} /> } : {});
  return (
    <Menu aria-label={t('major')} className="major-category__list" onKeyDown={walkMenu}>
      <MenuItem text={t('all')} {...marked(chosen === null)} onClick={() => onChoose(null)} />
      {list.data.sampleTree.map((node) => (
        <MenuItem
          key={node.id}
          text={node.label || node.name}
          {...marked(chosen?.id === node.id)}
          onClick={() => onChoose(node)}
        />
      ))}
    </Menu>
  );
};
