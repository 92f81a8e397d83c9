// What the pages rely on beyond the browser's own types.

interface ParentNode {
  // A page knows what it has drawn: the elements it asks for are its own.
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
}

interface FormData {
  // Fields of the pages are text; files are read from the input itself.
  get(name: string): any;
}

interface Document {
  // Trestle's own elements have the properties that their classes declare.
  createElement(name: `t-${string}` | `unisync-${string}` | `docstore-${string}` | `htt-${string}`): any;
}
