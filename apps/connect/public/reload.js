// During a rollout, the files that a page names may be on another server: this reloads the page once.
(() => {
  const storageKey = 'trellis-connect-reloaded';
  let isReloading = false;
  addEventListener(
    'error',
    ({ target }) => {
      if (isReloading || !/^(SCRIPT|LINK)$/.test(target?.tagName)) return;
      if (sessionStorage.getItem(storageKey) === null) {
        isReloading = true;
        sessionStorage.setItem(storageKey, 'true');
        location.reload();
        return;
      }
      sessionStorage.removeItem(storageKey);
      addEventListener('load', () => {
        document.getElementById('root').textContent =
          'The page could not be loaded. Please load it again.';
      });
    },
    true,
  );
})();
