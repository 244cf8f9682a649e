/** Pins as people name them: by id, or by the address of the pin's page. */

const PIN_PAGE = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*pinterest\.[a-z.]{2,6}\/pin\/(?:[^/?#]*--)?(\d+)\/?(?:[?#].*)?$/i

/** Between spaces, commas or line breaks, each once; what is neither stays as it was typed, for the core to refuse. */
export function readPinIds(typed: string): string[] {
  const named = typed.split(/[\s,;]+/).filter((word) => word !== '')
  return [...new Set(named.map((word) => PIN_PAGE.exec(word)?.[1] ?? word))]
}
