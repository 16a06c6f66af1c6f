// Before anything is drawn, so that nobody in the dark is dazzled.
{
  const chosen = localStorage.getItem('tinplate.theme');
  const dark =
    chosen && chosen !== 'auto'
      ? chosen === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

// The texts of one language, fetched while the scripts that say them are on their way.
{
  const known = [...document.querySelectorAll('link[rel="texts"]')];
  const spoken = navigator.languages.flatMap((language) => [language, language.split('-')[0]]);
  const wanted = [localStorage.getItem('PARAGLIDE_LOCALE'), ...spoken, 'en'];
  const texts = wanted.flatMap((one) => known.filter(({ hreflang }) => hreflang === one))[0];
  if (texts) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: texts.href });
    document.head.append(link);
  }
}
