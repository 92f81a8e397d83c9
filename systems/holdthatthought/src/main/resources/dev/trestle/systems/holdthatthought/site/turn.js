// Pictures turned upright before they are sent. A JPEG keeps its bytes: only the orientation that its EXIF data tells is set. Others are drawn anew.
const SOI = 0xffd8;
const APP1 = 0xffe1;
const SOS = 0xffda;
const ORIENTATION = 0x0112;
const EXIF = 0x45786966;
const HEAD_BYTES = 256 * 1024;
const SIDE_MAX = 4_000;
const QUALITY = 0.88;

/** Each orientation turned by a quarter, clockwise. */
const QUARTER = { 1: 6, 6: 3, 3: 8, 8: 1, 2: 7, 7: 4, 4: 5, 5: 2 };

/**
 * Where a JPEG keeps its orientation: the offset of the value, and whether numbers are little-endian. Null if it has none.
 * @param {DataView} view
 */
function placeOf(view) {
  if (view.byteLength < 4 || view.getUint16(0) !== SOI) return null;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker === SOS || (marker & 0xff00) !== 0xff00) return null;
    const length = view.getUint16(at + 2);
    if (marker === APP1 && at + 10 <= view.byteLength && view.getUint32(at + 4) === EXIF)
      return inExif(view, at + 10, Math.min(view.byteLength, at + 2 + length));
    at += 2 + length;
  }
  return null;
}

function inExif(view, start, end) {
  if (start + 8 > end) return null;
  const little = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, little);
  if (directory + 2 > end) return null;
  const count = view.getUint16(directory, little);
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > end) return null;
    if (view.getUint16(entry, little) === ORIENTATION) return { at: entry + 8, little };
  }
  return null;
}

/** A segment that says nothing but an orientation. */
function segment(orientation) {
  const bytes = new Uint8Array(36);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, APP1);
  view.setUint16(2, 34);
  view.setUint32(4, EXIF);
  view.setUint16(10, 0x4d4d);
  view.setUint16(12, 42);
  view.setUint32(14, 8);
  view.setUint16(18, 1);
  view.setUint16(20, ORIENTATION);
  view.setUint16(22, 3);
  view.setUint32(24, 1);
  view.setUint16(28, orientation);
  return bytes;
}

/** Turns a JPEG without touching its picture. @param {Blob} file @param {number} quarters */
async function turnJpeg(file, quarters) {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const view = new DataView(head);
  const place = placeOf(view);
  const known = place ? view.getUint16(place.at, place.little) : 1;
  let orientation = known >= 1 && known <= 8 ? known : 1;
  for (let i = 0; i < quarters; i++) orientation = QUARTER[orientation];
  if (place) {
    view.setUint16(place.at, orientation, place.little);
    return new Blob([head, file.slice(head.byteLength)], { type: 'image/jpeg' });
  }
  return new Blob([head.slice(0, 2), segment(orientation), head.slice(2), file.slice(head.byteLength)], { type: 'image/jpeg' });
}

/** Draws a picture anew, upright, turned and not larger than it has to be. */
async function redraw(file, quarters, { type, sideMax = Infinity, quality = QUALITY }) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const shrink = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const [w, h] = [Math.round(picture.width * shrink), Math.round(picture.height * shrink)];
  const isAcross = quarters % 2 === 1;
  const canvas = Object.assign(document.createElement('canvas'), { width: isAcross ? h : w, height: isAcross ? w : h });
  const context = canvas.getContext('2d');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(picture, -w / 2, -h / 2, w, h);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), type, quality);
  });
}

/**
 * A picture as it is sent: turned by quarters, and a photo that is too large drawn smaller.
 * @param {File} file
 * @param {number} quarters clockwise
 * @param {number} maxBytes
 */
export async function upright(file, quarters, maxBytes) {
  if (file.type !== 'image/jpeg' && file.type !== 'image/png') return file;
  if (file.size > maxBytes) return redraw(file, quarters, { type: 'image/jpeg', sideMax: SIDE_MAX });
  if (quarters === 0) return file;
  return file.type === 'image/jpeg' ? turnJpeg(file, quarters) : redraw(file, quarters, { type: 'image/png' });
}
