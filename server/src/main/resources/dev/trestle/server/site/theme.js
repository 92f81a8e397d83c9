// Before the first paint: the theme that this browser was told to keep. Without one, the system's own holds.
try {
  const kept = localStorage.getItem('trestle.theme');
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
} catch {
  // No storage, no preference.
}
