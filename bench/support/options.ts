/** What is given behind `npm run bench -- NAME`. What means nothing is refused: a bench that measures nothing would hold every bar. */
const words = process.argv.slice(2)

/** Sizes that only show that it runs. */
export const isSmoke = words.includes('--smoke')

/** `--name 10`. @throws Error what follows is no number */
export function numberOption(name: string, usual: number, smoke = usual): number {
  const place = words.indexOf(`--${name}`)
  if (place < 0) return isSmoke ? smoke : usual
  const value = Number(words[place + 1])
  if (!(value >= 0)) throw new Error(`--${name} takes a number.`)
  return value
}

/** The parts that are named, by how they begin; all where none is. @throws Error a word that names no part */
export function namedParts(parts: readonly string[]): (part: string) => boolean {
  const named = words.filter((word) => /^[a-z]/.test(word))
  for (const word of named)
    if (!parts.some((part) => part.startsWith(word)))
      throw new Error(`There is no part “${word}”. The parts are: ${parts.join('; ')}.`)
  return (part) => named.length === 0 || named.some((word) => part.startsWith(word))
}
