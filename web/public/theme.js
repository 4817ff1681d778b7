// Runs before the first paint. The key is `stored.theme` of lib/stored-keys.ts; anything else in it means dark.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light';
    document.querySelector('meta[name=theme-color]').content = '#f6f4ef';
  }
} catch {
  // No access to storage: the default theme applies.
}
