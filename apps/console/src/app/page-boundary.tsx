import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/page-states.js';
import { textOf } from '../i18n/texts.js';
import { logHandledFailure } from '../lib/failures.js';
import { prepareFailedParts } from '../lib/lazy-part.js';
import { texts } from './texts.js';

/** Error boundary of one page: if it throws, the shell and the other tabs go on. `onReload` mounts the page again. */
export class PageBoundary extends Component<{ children: ReactNode; onReload?(): void }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    logHandledFailure(error);
  }

  private readonly reload = async (): Promise<void> => {
    await prepareFailedParts();
    if (this.props.onReload) this.props.onReload();
    else this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        icon={<ErrorIcon size={28} />}
        title={textOf(texts, 'crashed')}
        actions={
          <Button
            intent="primary"
            icon={<Refresh />}
            text={textOf(texts, 'reload')}
            onClick={() => void this.reload()}
          />
        }
      >
        {textOf(texts, 'crashedText')}
      </EmptyState>
    );
  }
}
