/** HTML whose texts are escaped unless they are markup already. */

export class Markup {
  constructor(readonly text: string) {}
}
type Part = string | number | null | Markup | Markup[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, at) => text + toText(parts[at] ?? null)).join(''))
}

function toText(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  return part instanceof Markup ? part.text : escape(String(part))
}
