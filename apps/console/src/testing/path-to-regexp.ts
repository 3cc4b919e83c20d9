/** Matches a path against one with `:members`; returns the members, or null. */
export const pathToRegExp = (pattern: string): ((path: string) => Record<string, string> | null) => {
  const names: string[] = [];
  const expression = new RegExp(
    `^${pattern.replace(/:(\w+)/g, (_, name: string) => {
      names.push(name);
      return '([^/]+)';
    })}$`,
  );
  return (path) => {
    const match = expression.exec(path);
    return match && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]));
  };
};
