import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import { Component, type ReactNode } from 'react';
import { Empty } from '../../components/page-states.js';
import { textOf } from '../../i18n/texts.js';
import { noteFailure } from '../../lib/failures.js';
import { texts } from '../texts.js';

/** A page that throws falls alone; the shell and the other tabs stand. */
export class ViewBoundary extends Component<{ children: ReactNode; onReload(): void }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    noteFailure(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Empty
        icon={<ErrorIcon size={28} />}
        title={textOf(texts, 'crashed')}
        actions={
          <Button intent="primary" icon={<Refresh />} text={textOf(texts, 'reload')} onClick={this.props.onReload} />
        }
      >
        {textOf(texts, 'crashedText')}
      </Empty>
    );
  }
}
