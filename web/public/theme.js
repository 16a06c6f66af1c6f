// Before anything is drawn, so that nobody in the dark is dazzled.
{
  const chosen = localStorage.getItem('tinplate.theme');
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
