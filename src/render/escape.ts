const special = /[&<>"'\r\0]/g;
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Raw, a browser would turn it into a line feed.
  '\r': '&#13;',
  '\0': '\uFFFD',
};

/** Returns the text escaped for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(special, (character) => references[character] ?? character);
}

/** Returns an attribute with a space before it, or nothing when the value is undefined. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`;
}
