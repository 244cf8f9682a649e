/** Cuts texts to a field's length at the end of a word. Pure. */

/** Cuts a text. @param most in code points, as fields are counted */
export function cut(text: string, most: number): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const kept = letters.slice(0, most - 1).join('')
  const end = kept.search(/(?<!\s)\s+\S*$/u)
  return `${(end > most / 2 ? kept.slice(0, end) : kept).trimEnd()}…`
}

/** Returns the first line of a text, or its first sentence where the line is too long for a title. */
export function headlineOf(text: string, most: number): string | null {
  const line = text
    .split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '')
  if (line === undefined) return null
  if ([...line].length <= most) return line
  const sentence = /^.+?[.!?…](?=\s)/u.exec(line)?.[0]
  return sentence !== undefined && [...sentence].length <= most ? sentence : cut(line, most)
}
