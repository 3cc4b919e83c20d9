import { Button, InputGroup, Menu, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core';
import {
  CaretDown,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Cross,
  FolderClose,
  FolderOpen,
  Search,
  Tick,
} from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { getCategoryList, getCategorySamples, getSampleTree, searchCategorySamples, type TreeNode } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { ErrorState } from '../../components/page-states.js';
import { toastError } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { unitQueryOptions } from '../../lib/pre-service.js';
import { texts } from '../editor/texts.js';
import { moveFocusInMenu } from '../standards/standard-picker.js';
import { texts as majorCategoryTexts } from './major-category.texts.js';
import { categoriesOf, childrenOf, type LoadedSamples, visibleRows } from './offer.js';
import { texts as selectionTexts } from './selection.texts.js';

type MajorCategoryMenuProps = {
  queryScope: 0 | 1;
  testUnitId: string | null;
  selected: TreeNode | null;
  onChoose(category: TreeNode | null): void;
};

/** 大类: restricts the tree to one major category of the laboratory; loaded when it is opened (001 LAB-011). */
const MajorCategoryMenu = ({ selected, ...query }: MajorCategoryMenuProps) => {
  const t = useTexts(majorCategoryTexts);
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      onOpened={(popover) => popover.querySelector<HTMLElement>('.bp6-menu-item')?.focus()}
      content={<Majors selected={selected} {...query} />}
    >
      <Button
        className="major-category"
        variant="minimal"
        size="small"
        endIcon={<CaretDown size={12} />}
        aria-label={selected ? t('narrowedTo', { name: selected.label || selected.name }) : t('major')}
        active={selected !== null}
        text={selected ? selected.label || selected.name : t('major')}
      />
    </PopoverNext>
  );
};

const Majors = ({ queryScope, testUnitId, selected, onChoose }: MajorCategoryMenuProps) => {
  const t = useTexts(majorCategoryTexts);
  const list = useQuery({
    ...unitQueryOptions(getCategoryList, { paramName: '', type: queryScope, ...(testUnitId ? { testUnitId } : {}) }),
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
  const selectedNode = (isChosen: boolean) => (isChosen ? { labelElement: <Tick size={12} /> } : {});
  return (
    <Menu aria-label={t('major')} className="major-category__list" onKeyDown={moveFocusInMenu}>
      <MenuItem text={t('all')} {...selectedNode(selected === null)} onClick={() => onChoose(null)} />
      {list.data.sampleTree.map((node) => (
        <MenuItem
          key={node.id}
          text={node.label || node.name}
          {...selectedNode(selected?.id === node.id)}
          onClick={() => onChoose(node)}
        />
      ))}
    </Menu>
  );
};

/** 001 SS-005: of several clicks within this time only the last one counts. */
const CLICK_MS = 300;

const without = (ids: ReadonlySet<string>, removedId: string): ReadonlySet<string> =>
  new Set([...ids].filter((id) => id !== removedId));

type Props = {
  queryScope: 0 | 1;
  testUnitId: string | null;
  selectedId: string | null;
  /** `byKey`: chosen with Enter or space. */ onSelect(leaf: TreeNode, byKey: boolean): void;
};

/** Categories, and the samples of a category once it is opened (SS-003 to SS-005). Arrow keys move, Enter chooses. */
export const SampleTreePanel = ({ queryScope, testUnitId, selectedId, onSelect }: Props) => {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [searchInput, setSearchInput] = useState('');
  const [searchText, setSearchText] = useState('');
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  /** A search result is shown expanded, except for nodes that the user has closed. */
  const [closedHitIds, setClosedHitIds] = useState<ReadonlySet<string>>(new Set());
  const [loadedSamples, setLoadedSamples] = useState<LoadedSamples>(new Map());
  const [openingId, setOpeningId] = useState<string | null>(null);
  const [major, setMajor] = useState<TreeNode | null>(null);
  const [markedId, setMarkedId] = useState(selectedId);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const clickTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => () => clearTimeout(clickTimer.current), []);

  const unit = testUnitId ? { testUnitId } : {};
  const wholeTreeQuery = useQuery({
    ...unitQueryOptions(getSampleTree, { type: queryScope, ...unit }),
    enabled: searchText === '',
    meta: { quiet: true },
    staleTime: 60_000,
  });
  const searchQuery = useQuery({
    ...unitQueryOptions(searchCategorySamples, { sampleName: searchText, queryScope, ...unit }),
    enabled: searchText !== '',
    meta: { quiet: true },
  });
  const treeQuery = searchText ? searchQuery : wholeTreeQuery;
  const allNodes = treeQuery.data?.sampleTree;
  const tree = useMemo(() => (major ? allNodes?.filter(({ id }) => id === major.id) : allNodes), [allNodes, major]);
  const expandedIds = useMemo(
    () => (searchText ? new Set(categoriesOf(tree ?? []).filter((id) => !closedHitIds.has(id))) : openIds),
    [searchText, tree, closedHitIds, openIds],
  );
  const visibleNodes = useMemo(
    () => visibleRows(tree ?? [], expandedIds, loadedSamples),
    [tree, expandedIds, loadedSamples],
  );
  const focusableId = visibleNodes.some(({ node }) => node.id === focusedId)
    ? focusedId
    : (visibleNodes[0]?.node.id ?? null);

  const expand = async (node: TreeNode) => {
    if (searchText) return setClosedHitIds((current) => without(current, node.id));
    setOpenIds((current) => new Set(current).add(node.id));
    if (loadedSamples.has(node.id) || childrenOf(node, loadedSamples).some((child) => !child.category)) return;
    setOpeningId(node.id);
    try {
      const { sampleTree } = await queries.fetchQuery({
        ...unitQueryOptions(getCategorySamples, { categoryId: node.id, ...unit }),
        meta: { quiet: true },
      });
      setLoadedSamples((current) => new Map(current).set(node.id, sampleTree));
    } catch {
      toastError(t('samplesFailed'));
    } finally {
      setOpeningId(null);
    }
  };
  const collapse = (node: TreeNode) =>
    searchText
      ? setClosedHitIds((current) => new Set(current).add(node.id))
      : setOpenIds((current) => without(current, node.id));
  const toggle = (node: TreeNode) => (expandedIds.has(node.id) ? collapse(node) : void expand(node));
  const choose = (node: TreeNode, byKey = false) => {
    if (node.category) return toggle(node);
    setMarkedId(node.id);
    clearTimeout(clickTimer.current);
    clickTimer.current = setTimeout(() => onSelect(node, byKey), CLICK_MS);
  };
  const focus = (id: string | undefined | null) => {
    if (!id) return;
    setFocusedId(id);
    list.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const index = visibleNodes.findIndex(({ node }) => node.id === focusableId);
    const row = visibleNodes[index];
    if (!row) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(visibleNodes[index + 1]?.node.id),
      ArrowUp: () => focus(visibleNodes[index - 1]?.node.id),
      Home: () => focus(visibleNodes[0]?.node.id),
      End: () => focus(visibleNodes.at(-1)?.node.id),
      ArrowRight: () =>
        row.node.category && !row.isOpen
          ? void expand(row.node)
          : focus(row.isOpen ? visibleNodes[index + 1]?.node.id : null),
      ArrowLeft: () => (row.isOpen ? collapse(row.node) : focus(row.parentId)),
      Enter: () => choose(row.node, true),
      ' ': () => choose(row.node, true),
    };
    const move = event.ctrlKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  /** From the search box to the result: the first sample, otherwise the first row. */
  const focusFirstHit = () =>
    focus((searchText ? visibleNodes.find(({ node }) => !node.category)?.node.id : undefined) ?? focusableId);
  /** Opened at once, because the user has chosen the category. */
  const chooseMajor = (category: TreeNode | null) => {
    setMajor(category);
    if (category) void expand(allNodes?.find(({ id }) => id === category.id) ?? category);
  };
  const search = (text: string) => {
    setSearchInput(text);
    setSearchText(text.trim());
    setClosedHitIds(new Set());
  };

  const content = () => {
    if (treeQuery.isError)
      return (
        <ErrorState
          title={t(searchText ? 'sampleSearchFailed' : 'treeFailed')}
          error={treeQuery.error}
          onRetry={() => void treeQuery.refetch()}
        />
      );
    if (!tree)
      return (
        <div className="sample-tree__note">
          <Spinner size={20} />
        </div>
      );
    if (visibleNodes.length === 0)
      return (
        <div className="sample-tree__note muted" role="status">
          {searchText ? t('noSampleFound', { text: searchText }) : t('emptyTree')}
        </div>
      );
    return (
      <ul className="sample-tree__list" role="tree" aria-label={t('selectSample')} ref={list}>
        {visibleNodes.map(({ node, level, isOpen, position, siblings }) => (
          <li
            key={node.id}
            role="treeitem"
            data-node={node.id}
            aria-level={level}
            aria-posinset={position}
            aria-setsize={siblings}
            {...(node.category ? { 'aria-expanded': isOpen } : { 'aria-selected': markedId === node.id })}
            tabIndex={node.id === focusableId ? 0 : -1}
            className={node.category ? '' : 'leaf'}
            style={{ paddingLeft: 8 + (level - 1) * 20 }}
            onKeyDown={handleKeyDown}
            onClick={() => {
              setFocusedId(node.id);
              choose(node);
            }}
            onFocus={() => setFocusedId(node.id)}
          >
            <NodeMark node={node} isOpen={isOpen} isOpening={openingId === node.id} />
            {node.category && (isOpen ? <FolderOpen size={14} /> : <FolderClose size={14} />)}
            <span className="ellipsis" title={node.label || node.name}>
              {node.label || node.name}
            </span>
          </li>
        ))}
      </ul>
    );
  };

  return (
    <div className="sample-tree" aria-label={t('selectSample')}>
      <div className="sample-tree__search">
        <InputGroup
          leftIcon={<Search />}
          placeholder={t('searchSample')}
          aria-label={t('searchSample')}
          value={searchInput}
          onChange={(event) => setSearchInput(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown'))
              return;
            event.preventDefault();
            if (event.key === 'Enter') search(searchInput.trim());
            else focusFirstHit();
          }}
          {...(searchInput
            ? {
                rightElement: (
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<Cross />}
                    aria-label={t('clearSearch')}
                    onClick={() => search('')}
                  />
                ),
              }
            : {})}
        />
        <MajorCategoryMenu queryScope={queryScope} testUnitId={testUnitId} selected={major} onChoose={chooseMajor} />
      </div>
      {content()}
    </div>
  );
};

/** Marks whether a category is open; a sample is only indented. */
const NodeMark = ({ node, isOpen, isOpening }: { node: TreeNode; isOpen: boolean; isOpening: boolean }) => {
  const t = useTexts(texts);
  if (!node.category) return <span className="sample-tree__indent" />;
  if (isOpening) return <Spinner size={12} aria-label={t('opening')} />;
  return isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />;
};

export type Picture = { src: string; alt: string };

/**
 * Pictures of the receiving requirements in full size, starting with the clicked one (SS-017); the arrow keys turn the
 * pages.
 */
export const PictureViewer = ({
  pictures,
  start,
  onClose,
}: {
  pictures: readonly Picture[];
  start: number;
  onClose(): void;
}) => {
  const t = useTexts(selectionTexts);
  const [index, setIndex] = useState(start);
  const picture = pictures[index];
  if (!picture) return null;
  const showPicture = (by: number) => setIndex((current) => (current + by + pictures.length) % pictures.length);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') showPicture(-1);
    else if (event.key === 'ArrowRight') showPicture(1);
  };
  return (
    <AppDialog
      title={picture.alt || t('pictures')}
      width={900}
      canOutsideClickClose
      onClose={onClose}
      footer={
        <>
          <span className="dense secondary numeric" aria-live="polite">
            {t('pictureOf', { n: index + 1, total: pictures.length })}
          </span>
          {pictures.length > 1 && (
            <span className="row tight" role="presentation" onKeyDown={keys}>
              <Button icon={<ChevronLeft />} text={t('previous')} onClick={() => showPicture(-1)} />
              <Button endIcon={<ChevronRight />} text={t('next')} onClick={() => showPicture(1)} />
            </span>
          )}
          <Button className="push" text={t('close')} onClick={onClose} />
        </>
      }
    >
      <figure className="picture-viewer">
        <img src={picture.src} alt={picture.alt} />
      </figure>
    </AppDialog>
  );
};
