import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { STATUSES, statusColor, StatusTag } from './status-tag.js';

afterEach(cleanup);

describe('the status tag', () => {
  it('shows the server’s name with an icon beside it', () => {
    for (const status of STATUSES) {
      render(<StatusTag status={status} name={`名称${status}`} />);
      const tag = screen.getByText(`名称${status}`).closest('.status-tag');
      expect(tag?.querySelector('svg')).toBeTruthy();
      expect(statusColor(status)).toBe(`var(--app-st${status}-ch)`);
    }
  });

  it('is outlined only when withdrawn', () => {
    const { container } = render(
      <>
        <StatusTag status={50} name="已撤回" />
        <StatusTag status={10} name="填写中" />
      </>,
    );
    expect([...container.querySelectorAll('.outlined')].map((tag) => tag.textContent)).toEqual(['已撤回']);
  });

  it('shows only the text without an icon for an unknown status', () => {
    render(<StatusTag status={65} name="检测中" />);
    expect(screen.getByText('检测中').closest('.status-tag')?.querySelector('svg')).toBeNull();
  });
});
