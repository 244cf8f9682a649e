/** Picks options: of the element itself, or loaded from the app by typing. */
import { type Option, optionsOf, wordsOf } from './block-kit.js'
import type { Workspace } from '../context.js'
import { press, setValue, suggest } from './interact.js'
import type { User } from '../people/people.js'
import { findOption, NotOnScreen, type Target } from '../messages/targets.js'
import { needsOptions, readChosen, takesMany } from './typed-value.js'

const DEFAULT_MIN_QUERY_LENGTH = 3
/** The most options that an error message lists. */
const MAX_LISTED = 10

/** @throws NotOnScreen if there is no such option */
export async function chooseIn(workspace: Workspace, user: User, target: Target, named: readonly string[]): Promise<void> {
  const { place, on } = target
  if (on.element.type === 'overflow') {
    const option = findOption(optionsOf(on.element), named[0] ?? '')
    if (!option) throw new NotOnScreen(`There is no option "${named[0]}". Options: ${texts(optionsOf(on.element))}.`)
    return press(workspace, user, place, on, option)
  }
  if (!needsOptions(on.element)) return setValue(workspace, user, place, on, readChosen(on.element, named))
  const found: Option[] = []
  for (const name of named) found.push(await searchOption(workspace, user, target, name))
  await setValue(workspace, user, place, on, takesMany(on.element) ? found : (found[0] ?? null))
}

/** Types the option's text into an external select and picks it from the app's suggestions. */
async function searchOption(workspace: Workspace, user: User, { place, on }: Target, name: string): Promise<Option> {
  const least = on.element.min_query_length ?? DEFAULT_MIN_QUERY_LENGTH
  if ([...name].length < least) throw new NotOnScreen(`This field searches from ${least} characters on; "${name}" is shorter.`)
  const offered = await suggest(workspace, user, place, on, name)
  if (!offered) throw new NotOnScreen('The app gave no options for this field.')
  const option = findOption(offered, name)
  if (option) return option
  const listed = offered.length > 0 || least > 0 ? offered : await suggest(workspace, user, place, on, '')
  throw new NotOnScreen(`The field offers no "${name}". It offers: ${texts(listed ?? []) || 'nothing'}.`)
}

function texts(options: readonly Option[]): string {
  const more = options.length > MAX_LISTED ? [`and ${options.length - MAX_LISTED} more`] : []
  return [...options.slice(0, MAX_LISTED).map((option) => wordsOf(option.text)), ...more].join(', ')
}
