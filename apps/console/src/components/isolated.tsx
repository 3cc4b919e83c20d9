import { Fragment } from 'react';
import { splitFacts, hasRightToLeft } from '#domain/text';

/**
 * A text that users typed, or several that stand beside each other: each is ordered for itself, whatever direction it
 * is read in.
 */
export const Isolated = ({ text }: { text: string }) =>
  hasRightToLeft(text)
    ? splitFacts(text).map((fact, place) => {
        // Places are what tells parts of a text apart: it has no others.
        const key = `${place} ${fact}`;
        return hasRightToLeft(fact) ? <bdi key={key}>{fact}</bdi> : <Fragment key={key}>{fact}</Fragment>;
      })
    : text;
