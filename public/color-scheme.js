// Runs before the first paint, so that dark mode does not flash white.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () =>
    document.documentElement.setAttribute('data-color-scheme', dark.matches ? 'dark' : 'light');
  apply();
  dark.addEventListener('change', apply);
})();
