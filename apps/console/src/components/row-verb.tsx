/** A verb of a row; `name` tells the same verb of different rows apart. */
export const RowVerb = ({ text, name, onPress }: { text: string; name: string; onPress(): void }) => (
  <button type="button" className="link-button" aria-label={`${text} ${name}`} onClick={onPress}>
    {text}
  </button>
);
