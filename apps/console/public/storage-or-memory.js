// Some browsers forbid stored values to pages in a frame of another site (ADR-014). Memory takes their place: preferences, drafts
// and the page's own token then last as long as the page. A script of its own, since it must run before any module does.
for (const name of ['localStorage', 'sessionStorage']) {
  try {
    void window[name].length;
  } catch {
    const kept = new Map();
    const storage = {
      get length() {
        return kept.size;
      },
      key: (place) => [...kept.keys()][place] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    Object.defineProperty(window, name, { value: storage, configurable: true });
  }
}
