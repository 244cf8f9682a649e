/** A template for HTML that escapes every text, but not markup. */
import { escape } from '../../html.js'

export class Markup {
  constructor(readonly text: string) {}
}
type Part = string | number | null | Markup | Markup[]

export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, at) => text + toText(parts[at] ?? null)).join(''))
}

function toText(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(({ text }) => text).join('')
  return part instanceof Markup ? part.text : escape(String(part))
}
