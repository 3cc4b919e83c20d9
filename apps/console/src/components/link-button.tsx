import { AnchorButton, type AnchorButtonProps } from '@blueprintjs/core';
import type { MouseEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link to a page of the console that looks like a button; the browser can open it in a new tab. */
export const LinkButton = ({ to, ...props }: Omit<AnchorButtonProps, 'href' | 'onClick'> & { to: string }) => {
  const href = useHref(to);
  const press = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <AnchorButton
      {...props}
      role="link"
      href={href}
      onClick={(event) => press(event as MouseEvent<HTMLAnchorElement>)}
    />
  );
};
