// Before the first paint, so that a dark system never sees a flash of light paper.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () =>
    document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  apply();
  dark.addEventListener('change', apply);
})();
