import { createContext, useContext, useEffect } from 'react';

/** The open view of a component: one tab of the strip. */
export type View = {
  key: string;
  title: string;
  /** Breadcrumb from the menu group to this page; the last step has no path. */
  trail: { title: string; path?: string }[];
  /** Adds something to the title of the tab, e.g. a consignment's code. */
  setTitle(title: string | null): void;
  /** Puts the page under another menu entry than that of its route, if the address does not determine it. */
  setParent(path: string | null): void;
  /** Work that would be lost: the tab shows a dot; closing it and leaving the page ask first. */
  setUnsaved(unsaved: boolean): void;
  /** Closes the tab and goes to the previous one. */
  close(): void;
};

export const ViewContext = createContext<View>({
  key: '',
  title: '',
  trail: [],
  setTitle: () => undefined,
  setParent: () => undefined,
  setUnsaved: () => undefined,
  close: () => undefined,
});

export const useView = (): View => useContext(ViewContext);

/** Sets the title of the tab while the page is mounted, e.g. 编辑 YWT20261119-028. */
export const useViewTitle = (title: string | null): void => {
  const { setTitle } = useView();
  useEffect(() => {
    setTitle(title);
  }, [setTitle, title]);
};

/**
 * Puts the page under the menu entry of this path, e.g. the list of a consignment's kind; null while it is not known.
 */
export const useViewParent = (path: string | null): void => {
  const { setParent } = useView();
  useEffect(() => {
    setParent(path);
  }, [setParent, path]);
};

/** Says whether the page has unsaved work; null leaves it to the other form of the same view. */
export const useUnsaved = (unsaved: boolean | null): void => {
  const { setUnsaved } = useView();
  useEffect(() => {
    if (unsaved !== null) setUnsaved(unsaved);
  }, [setUnsaved, unsaved]);
};
