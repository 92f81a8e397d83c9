// One tab at a time. Browsers have locks for that on pages from https and localhost only; elsewhere tabs agree by a lease in the storage that they share.
const LEASE_MS = 15_000;
const LOOK_MS = 50;

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function leased(key, work) {
  const owner = crypto.getRandomValues(new Uint32Array(2)).join('.');
  const holder = () => {
    const [name, until] = (localStorage.getItem(key) ?? '').split(' ');
    return Number(until) > Date.now() ? name : null;
  };
  while (holder() !== owner) {
    if (holder() === null) localStorage.setItem(key, `${owner} ${Date.now() + LEASE_MS}`);
    // Another tab may have written at the same moment: the last writer holds the lease.
    await pause(LOOK_MS * (1 + Math.random()));
  }
  try {
    return await work();
  } finally {
    if (holder() === owner) localStorage.removeItem(key);
  }
}

/** Runs what no two tabs of this browser may do at the same time. */
export const exclusively = (name, work) => (navigator.locks ? navigator.locks.request(name, work) : leased(`${name}.lease`, work));

/**
 * Runs `work` in one tab, for as long as it takes; when that tab is closed, in another one that waits. Where browsers have no locks, each tab does it for
 * itself.
 */
export function inOneTab(name, signal, work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { signal }, work).catch((failure) => {
    if (failure.name !== 'AbortError') throw failure;
  });
}
