import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ReadOnlyFields } from './field.js';

describe('read-only values', () => {
  it('show a long text across the whole line', () => {
    render(
      <ReadOnlyFields
        columns={4}
        items={[
          ['site', '左幅路面结构层'.repeat(40), 2],
          ['short', '左幅'],
          ['wide', '右幅', 2],
        ]}
      />,
    );
    const spanOf = (label: string) => screen.getByText(label).parentElement?.dataset['span'];
    expect([spanOf('site'), spanOf('short'), spanOf('wide')]).toEqual(['4', undefined, '2']);
  });
});
