// Files as pages send them.

/** Types of files whose type a browser does not tell, by the end of the name. */
const BY_END = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  csv: 'text/csv',
  md: 'text/markdown',
  txt: 'text/plain',
};

/** The type of a file, told by the browser or by its name. @param {File} file */
export const typeOf = (file) => file.type || (BY_END[file.name.split('.').at(-1).toLowerCase()] ?? '');

/**
 * Sends a file by PUT, telling how much of it is sent.
 * @param {string} url
 * @param {{headers?: Record<string, string>, file: Blob, signal: AbortSignal, onProgress: (share: number) => void}} sending
 */
export function putFile(url, { headers = {}, file, signal, onProgress }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    // A browser sets the length itself, and refuses to be told.
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .forEach(([name, value]) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve(undefined) : reject(Object.assign(new Error(`${request.status}`), { status: request.status }));
    request.onerror = () => reject(Object.assign(new Error(), { status: 0 }));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
