// While a release is rolled out, the files that a page names may be on another server: loads the page once more.
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
