import { confidence, personName, valueText } from './looks.js';
import { boxesAt } from './tracks.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const LABEL_PX = 12;

/** Boxes on a video. They are drawn by hand: a page that is rendered for each picture of a video would be slow. */
export class Overlay {
  /** @param {(personId: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.svg = null;
    this.video = null;
    this.drawn = new Map();
  }

  attach(svg, video) {
    this.svg = svg;
    this.video = video;
    this.drawn = new Map();
    svg.replaceChildren();
  }

  draw({ persons, people, person, isShown }) {
    const { svg, video } = this;
    if (!svg?.isConnected || !video) return;
    const boxes = isShown ? boxesAt(persons, video.currentTime) : [];
    const seen = new Set(boxes.map(({ personId }) => personId));
    for (const [id, group] of this.drawn) {
      if (seen.has(id)) continue;
      group.remove();
      this.drawn.delete(id);
    }
    const { width, height } = svg.viewBox.baseVal;
    const scale = width / (svg.clientWidth || width);
    for (const box of boxes) this.place(box, { known: people.get(box.personId), isChosen: box.personId === person, width, height, scale });
    // The one that is looked for is above all others.
    const chosen = this.drawn.get(person);
    if (chosen && svg.lastElementChild !== chosen) svg.append(chosen);
  }

  place(box, { known, isChosen, width, height, scale }) {
    const group = this.drawn.get(box.personId) ?? this.make(box.personId);
    const [x, y, w, h] = [box.x * width, box.y * height, box.w * width, box.h * height];
    group.classList.toggle('on', isChosen);
    const [frame, back, text] = group.children;
    set(frame, { x, y, width: w, height: h });
    const words = labelOf({ personId: box.personId, ...known }, isChosen);
    if (text.textContent !== words) text.textContent = words;
    const size = LABEL_PX * scale;
    set(text, { 'font-size': size });
    const wide = text.getComputedTextLength() + size;
    const left = Math.max(0, Math.min(x, width - wide));
    const top = y - size * 1.6 > 0 ? y - size * 1.6 : Math.min(y + h, height - size * 1.6);
    set(back, { x: left, y: top, width: wide, height: size * 1.6, rx: size / 4 });
    set(text, { x: left + size / 2, y: top + size * 1.15 });
  }

  make(personId) {
    const group = document.createElementNS(NAMESPACE, 'g');
    group.dataset.person = personId;
    group.append(...['rect', 'rect', 'text'].map((name) => document.createElementNS(NAMESPACE, name)));
    group.children[0].classList.add('zv-frame');
    group.children[1].classList.add('zv-label-back');
    group.children[2].classList.add('zv-label');
    group.addEventListener('click', () => this.choose(personId));
    this.svg.append(group);
    this.drawn.set(personId, group);
    return group;
  }
}

function set(element, values) {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, typeof value === 'number' ? value.toFixed(2) : value);
}

/** What stands at a box: all that is known of the one that is looked for, of others who they are. */
function labelOf(person, isChosen) {
  const name = personName(person);
  if (!isChosen) return name;
  const { upperColor, objects } = person.attributes ?? {};
  const known = [upperColor ? valueText('upperColor', upperColor) : '', ...(objects ?? []).map((each) => valueText('object', each))]
    .filter(Boolean)
    .join(', ');
  return [known ? `${name} · ${known}` : name, confidence(person.confidence)].filter(Boolean).join(' ');
}
