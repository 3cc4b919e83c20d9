import { Fragment } from 'react';
import { splitFacts, hasRightToLeft } from '#domain/text';

/** A text that users typed, or several side by side: each has its own text direction. */
export const Isolated = ({ text }: { text: string }) =>
  hasRightToLeft(text)
    ? splitFacts(text).map((fact, index) => {
        // The parts have no identity other than their index.
        const key = `${index} ${fact}`;
        return hasRightToLeft(fact) ? <bdi key={key}>{fact}</bdi> : <Fragment key={key}>{fact}</Fragment>;
      })
    : text;
