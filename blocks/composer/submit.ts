/** What the composer's green button says: what will happen. */
import { type ComposerModel, timeOf } from './model.js'
import { timedWords } from '../pins/when.js'

/** At most 24 characters, with the time where it is known: `Schedule for Mon 7:15 PM`. */
export function submitWords(model: ComposerModel): string {
  const { values, scheduling } = model
  if (scheduling === 'never' || values.when === 'draft') return 'Save draft'
  if (scheduling === 'asks') return 'Ask for approval'
  if (values.alsoOn.length > 0) return `Schedule ${values.alsoOn.length + 1} pins`
  return timedWords(['Schedule for', 'Schedule'], timeOf(model), model, 'Schedule pin')
}
