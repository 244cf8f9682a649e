/** Reads pins as people name them: by id, or by the address of the pin's page. */

const PIN_PAGE = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*pinterest\.[a-z.]{2,6}\/pin\/(?:[^/?#]*--)?(\d+)\/?(?:[?#].*)?$/i

/** Returns each pin once, separated by spaces, commas or line breaks. Other words stay as typed, and the core refuses them. */
export function readPinIds(typed: string): string[] {
  const named = typed.split(/[\s,;]+/).filter((word) => word !== '')
  return [...new Set(named.map((word) => PIN_PAGE.exec(word)?.[1] ?? word))]
}
