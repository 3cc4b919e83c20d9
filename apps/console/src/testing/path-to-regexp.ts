/** Matches a path against one with `:members`; answers the members, or null. */
export const pathToRegExp = (pattern: string): ((path: string) => Record<string, string> | null) => {
  const names: string[] = [];
  const expression = new RegExp(
    `^${pattern.replace(/:(\w+)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    })}$`,
  );
  return (path) => {
    const found = expression.exec(path);
    return found && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  };
};
