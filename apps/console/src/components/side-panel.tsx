import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts.js';
import { useWiderThan } from '../lib/use-wider-than.js';
import './side-panel.css';
import { texts } from './texts.js';

/** Below this width there is no room beside a list. */
const BESIDE_FROM = 1100;

export type SidePanelProps = {
  title: ReactNode;
  label: string;
  onClose(): void;
  footer?: ReactNode;
  children: ReactNode;
};

/** Details of the chosen row beside its list, or over it on a narrow screen. Head and footer stay, the body scrolls. */
export const SidePanel = ({ title, label, onClose, footer, children }: SidePanelProps) => {
  const t = useTexts(texts);
  const isBeside = useWiderThan(BESIDE_FROM);
  const content = (
    <>
      <div className="side-panel-head">
        <h2 className="ellipsis">{title}</h2>
        <Button className="push" variant="minimal" icon={<Cross />} aria-label={t('closePanel')} onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="side-panel-body" role="group" aria-label={label} tabIndex={0}>
        {children}
      </div>
      {footer && <div className="side-panel-foot">{footer}</div>}
    </>
  );
  if (isBeside)
    return (
      <aside className="card side-panel" aria-label={label}>
        {content}
      </aside>
    );
  return (
    <Drawer
      isOpen
      onClose={onClose}
      size="min(100%, 480px)"
      position="right"
      aria-label={label}
      className="side-panel"
      transitionDuration={100}
    >
      {content}
    </Drawer>
  );
};
