// Loaded before the style sheet, so that the first paint has the right colours.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('discuss:theme');
  } catch {}
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.theme = theme;
})();
