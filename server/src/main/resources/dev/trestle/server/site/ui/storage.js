// Values that the tabs of a browser share, one after another: what one tab has written, every other reads. Local storage does not promise that between the
// processes of a browser; a database does.
const NAME = 'trestle';
const VALUES = 'values';

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(VALUES);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function within(mode, action) {
  const transaction = (await database()).transaction(VALUES, mode, { durability: 'strict' });
  const request = action(transaction.objectStore(VALUES));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

export const readShared = (key) => within('readonly', (values) => values.get(key));

export const writeShared = (key, value) => within('readwrite', (values) => values.put(value, key));

export const removeShared = (key) => within('readwrite', (values) => values.delete(key));
